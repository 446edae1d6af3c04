import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { startHeadwater, type RunningHeadwater } from './running-headwater';

let headwater: RunningHeadwater;
let dataDir: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'headwater-answers-'));
  headwater = await startHeadwater({ DATA_DIR: dataDir });
}, 120_000);
afterAll(async () => {
  await headwater.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

it('repeats under their Idempotency-Keys return no facts of an erased account and store none', async () => {
  const call: RunningHeadwater['call'] = (...request) => headwater.call(...request);
  const site = await call('POST', '/api/v1/sites', { domain: 'answers.example' });
  const event = { anonymous_id: 'v1', name: 'pageview', url: 'https://answers.example/' };
  await call('POST', `/api/v1/sites/${String(site['id'])}/events`, {
    events: [{ ...event, referrer: 'https://www.google.com/' }],
  });
  const ada = { email: 'ada@example.com' };
  const identify = () =>
    call('POST', '/api/v1/identify', { anonymous_id: 'v1', ...ada }, { 'idempotency-key': 'signup-1' });
  const payment = { payment_id: 'in-1', ...ada, amount: '49', currency: 'EUR' };
  const pay = () => call('POST', '/api/v1/payments', payment, { 'idempotency-key': 'payment-1' });
  await identify();
  const lookUp = () => call('POST', '/api/v1/attribution/lookup', ada);
  await waitFor('the recorded channel', async () => (await lookUp())['channel'] === 'Organic Search');
  expect(await identify()).toEqual({ ok: true, linked: true, channel: 'Organic Search' });
  expect(await pay()).toEqual({ ok: true, attributed: true, channel: 'Organic Search' });
  expect(await pay()).toEqual({ ok: true, attributed: true, channel: 'Organic Search' });

  await call('POST', '/api/v1/erasures', ada);
  expect(await identify()).toEqual({ ok: true, linked: false });
  expect(await pay()).toEqual({ ok: true, attributed: false });
  expect(await call('POST', '/api/v1/payments', payment)).toEqual({ ok: true, attributed: false });
  expect(await lookUp()).toMatchObject({ found: false, visitors: 0 });
  const revenue = await call('GET', '/api/v1/revenue?range=7d');
  expect(revenue['data']).toMatchObject({ currencies: [{ net: '49.00', payments: 1 }] });
}, 120_000);
