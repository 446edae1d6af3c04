import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { createDisaster } from './disaster';
import { startHeadwater, type RunningHeadwater } from './running-headwater';

const disaster = createDisaster();
beforeAll(() => disaster.setUp());
afterAll(() => disaster.tearDown());

const EMAIL = 'ada@example.com';
/** An hour ago: servers may send late events. */
const SENT_AT = new Date(Date.now() - 3_600_000).toISOString();
/** That day, so that midnight does not change the results. */
const WINDOW = `from=${SENT_AT.slice(0, 10)}&to=${SENT_AT.slice(0, 10)}`;
const events = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    anonymous_id: `visitor-${(from + index) % 7}`,
    event_id: `00000000-0000-4000-8000-${String(from + index).padStart(12, '0')}`,
    name: 'signup',
    url: 'https://shop.example/pricing',
    referrer: 'https://www.google.com/',
    time: SENT_AT,
    props: { plan: index % 2 === 0 ? 'pro' : 'free' },
  }));

async function countedAs(headwater: RunningHeadwater, site: unknown, expected: number): Promise<void> {
  await waitFor(`${expected} events to be counted`, async () => {
    const { data } = await headwater.call('GET', `/api/v1/sites/${String(site)}/events/signup?${WINDOW}`);
    return (data as { events: number }).events === expected;
  });
}

/** Results to compare before the disaster and after it. */
async function results(headwater: RunningHeadwater, site: unknown): Promise<unknown[]> {
  const path = `/api/v1/sites/${String(site)}`;
  return [
    await headwater.call('GET', `${path}/events/signup?${WINDOW}&dimension=props.plan`),
    await headwater.call('GET', `${path}/stats?${WINDOW}&dimension=channel`),
    await headwater.call('GET', '/api/v1/sites'),
    await headwater.call('POST', '/api/v1/attribution/lookup', { email: EMAIL }),
  ];
}

test('a backup restores all data on empty machines, but only with its keys', async () => {
  const before = await disaster.startMachine('before');
  const first = await disaster.keep(startHeadwater(before.env));
  const { id: site } = await first.call('POST', '/api/v1/sites', { domain: 'shop.example' });
  const batch = events(0, 30);
  await first.call('POST', `/api/v1/sites/${String(site)}/events`, { events: batch });
  await countedAs(first, site, 30);
  await first.call('POST', '/api/v1/identify', { anonymous_id: 'visitor-3', email: EMAIL, plan: 'pro' });
  const expected = await results(first, site);

  const backup = await disaster.backUp(before);

  // Later events are lost with the machine.
  const late = events(30, 5);
  await first.call('POST', `/api/v1/sites/${String(site)}/events`, { events: late });
  await countedAs(first, site, 35);
  await first.stop();
  await before.stop();
  const { env } = await disaster.restore(backup, 'after');
  cpSync(join(before.env.DATA_DIR, 'token'), join(env.DATA_DIR, 'token'));

  await expect(startHeadwater(env)).rejects.toThrow('VISITOR_KEY is no key, but');
  cpSync(join(before.env.DATA_DIR, 'visitor-key'), join(env.DATA_DIR, 'visitor-key'));

  writeFileSync(join(env.DATA_DIR, 'hmac-keys'), `k1:${Buffer.alloc(32, 9).toString('base64')}\n`);
  await expect(startHeadwater(env)).rejects.toThrow('HMAC_KEYS has a different secret for k1');

  cpSync(join(before.env.DATA_DIR, 'hmac-keys'), join(env.DATA_DIR, 'hmac-keys'));
  await expect(startHeadwater(env)).rejects.toThrow('SECRETS_KEY is not the key that sealed');

  cpSync(join(before.env.DATA_DIR, 'secrets-key'), join(env.DATA_DIR, 'secrets-key'));
  const second = await disaster.keep(startHeadwater(env));
  expect(await results(second, site)).toEqual(expected);

  // Senders retry events that may be lost.
  await second.call('POST', `/api/v1/sites/${String(site)}/events`, { events: [...batch, ...late] });
  await countedAs(second, site, 35);
  const again = await second.call('POST', '/api/v1/identify', { anonymous_id: 'visitor-3', email: EMAIL });
  expect(again).toMatchObject({ linked: true });
  const { id: next } = await second.call('POST', '/api/v1/sites', { domain: 'next.example' });
  expect(Number(next)).toBeGreaterThan(Number(site));
}, 300_000);
