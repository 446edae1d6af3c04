import { randomUUID } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startClickhouse } from '@headwater/engines/clickhouse';
import type { Engine } from '@headwater/engines/engine';
import { startPostgres } from '@headwater/engines/postgres';
import { createClickhouse } from '@headwater/kit/clickhouse/client';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { copyPostgres } from './copy-postgres';
import { startHeadwater, type RunningHeadwater } from './running-headwater';

/** Everything that runs; stopped at the end of the test. */
const running: { stop(): Promise<void> }[] = [];
let scratch: string;

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'headwater-backup-'));
  chmodSync(scratch, 0o711);
});

afterAll(async () => {
  for (const one of running.reverse()) await one.stop();
  rmSync(scratch, { recursive: true, force: true });
});

async function keep<T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> {
  const started = await starting;
  running.push(started);
  return started;
}

const folders = (name: string) => ({
  postgres: join(scratch, name, 'postgres'),
  clickhouse: join(scratch, name, 'clickhouse'),
  data: join(scratch, name, 'data'),
});

async function onClickhouse(engine: Engine, query: string): Promise<void> {
  const client = createClickhouse({ clickhouseUrl: engine.url, applicationName: 'backup' });
  try {
    await client.command({ query });
  } finally {
    await client.close();
  }
}

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
  const [before, after] = [folders('before'), folders('after')];
  const [postgres, clickhouse] = await Promise.all([
    keep(startPostgres({ directory: before.postgres, durable: false })),
    keep(startClickhouse({ directory: before.clickhouse })),
  ]);
  const first = await keep(
    startHeadwater({ DATA_DIR: before.data, DATABASE_URL: postgres.url, CLICKHOUSE_URL: clickhouse.url }),
  );
  const { id: site } = await first.call('POST', '/api/v1/sites', { domain: 'shop.example' });
  const batch = events(0, 30);
  await first.call('POST', `/api/v1/sites/${String(site)}/events`, { events: batch });
  await countedAs(first, site, 30);
  await first.call('POST', '/api/v1/identify', { anonymous_id: 'visitor-3', email: EMAIL, plan: 'pro' });
  const expected = await results(first, site);

  // The backup, while everything runs. ClickHouse first: Postgres must contain every site with events.
  const name = `backup-${randomUUID()}`;
  await onClickhouse(
    clickhouse,
    `BACKUP DATABASE default TO File('${join(before.clickhouse, 'backups', name)}')`,
  );
  await copyPostgres(postgres.url, before.postgres, after.postgres);

  // Later events are lost with the machine.
  const late = events(30, 5);
  await first.call('POST', `/api/v1/sites/${String(site)}/events`, { events: late });
  await countedAs(first, site, 35);
  await first.stop();
  await Promise.all([postgres.stop(), clickhouse.stop()]);

  const [restoredPostgres, empty] = await Promise.all([
    keep(startPostgres({ directory: after.postgres, durable: false })),
    keep(startClickhouse({ directory: after.clickhouse })),
  ]);
  cpSync(join(before.clickhouse, 'backups', name), join(after.clickhouse, 'backups', name), {
    recursive: true,
  });
  await onClickhouse(
    empty,
    `RESTORE DATABASE default FROM File('${join(after.clickhouse, 'backups', name)}')`,
  );
  mkdirSync(after.data);
  cpSync(join(before.data, 'token'), join(after.data, 'token'));
  const env = { DATA_DIR: after.data, DATABASE_URL: restoredPostgres.url, CLICKHOUSE_URL: empty.url };

  writeFileSync(join(after.data, 'hmac-keys'), `k1:${Buffer.alloc(32, 9).toString('base64')}\n`);
  await expect(startHeadwater(env)).rejects.toThrow('HMAC_KEYS has a different secret for k1');

  cpSync(join(before.data, 'hmac-keys'), join(after.data, 'hmac-keys'));
  const second = await keep(startHeadwater(env));
  expect(await results(second, site)).toEqual(expected);

  // Senders retry events that may be lost.
  await second.call('POST', `/api/v1/sites/${String(site)}/events`, { events: [...batch, ...late] });
  await countedAs(second, site, 35);
  const again = await second.call('POST', '/api/v1/identify', { anonymous_id: 'visitor-3', email: EMAIL });
  expect(again).toMatchObject({ linked: true });
  const { id: next } = await second.call('POST', '/api/v1/sites', { domain: 'next.example' });
  expect(Number(next)).toBeGreaterThan(Number(site));
}, 240_000);
