import { systemClock } from '@headwater/kit/clock';
import { loadConfig } from '@headwater/kit/config';
import { testClickhouse, type TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import { testDatabase, type TestDatabase } from '@headwater/kit/testing/test-database';
import { recordedLog, silentLog } from '@headwater/kit/testing/silent-log';
import { migrateSettings, waitSettings } from '../src/config';
import { migrateModule } from '../src/module';
import { parseSchemas, waitModule, type WaitedSchema } from '../src/wait-module';

let database: TestDatabase;
let clickhouse: TestClickhouse;
let env: Record<string, string>;

beforeEach(async () => {
  [database, clickhouse] = await Promise.all([testDatabase(), testClickhouse()]);
  env = { DATABASE_URL: database.url, CLICKHOUSE_URL: clickhouse.url };
});

afterEach(() => Promise.all([database.drop(), clickhouse.drop()]));

const migrateOnce = (log = silentLog()) => migrateModule(loadConfig(migrateSettings, env), { log }).start();

const wait = (schemas: readonly WaitedSchema[], waitSeconds: string) =>
  waitModule(
    {
      ...loadConfig(waitSettings, { ...env, SCHEMA_WAIT_SECONDS: waitSeconds }),
      schemas,
      pauseMs: 20,
    },
    { log: silentLog(), clock: systemClock },
  ).start();

const ALL = ['gateway', 'sites', 'identity', 'events'] as const;

test('ten migrators at once apply each step of Postgres and of ClickHouse once', async () => {
  const { log, lines } = recordedLog();
  await Promise.all(Array.from({ length: 10 }, () => migrateOnce(log)));
  const applied = lines
    .map((line) => JSON.parse(line) as { applied?: string[] })
    .flatMap((line) => line.applied ?? []);
  for (const owner of ['gateway/', 'sites/', 'identity/', 'eventstore/'])
    expect(applied.filter((name) => name.startsWith(owner)).length).toBeGreaterThan(5);
  expect(new Set(applied).size).toBe(applied.length);
  await expect(wait(ALL, '0')).resolves.toBeUndefined();
});

test('a wait ends when the migrations are done, not before', async () => {
  await expect(wait(ALL, '0')).rejects.toThrow(
    /Still missing after 0 s: gateway\/0001_gateway, .*sites\/0001_sites, .*events\/0001_events.sql/,
  );
  let ended = false;
  const waiting = wait(ALL, '60').then(() => (ended = true));
  expect(ended).toBe(false);
  await migrateOnce();
  await waiting;
});

test('a wait for one schema asks only for its own database', async () => {
  await migrateOnce();
  env = { DATABASE_URL: database.url };
  await expect(wait(['sites'], '0')).resolves.toBeUndefined();
  await expect(wait(['events'], '0')).rejects.toThrow('set CLICKHOUSE_URL');
});

test('a wait outlives a database that is not up yet, and names it in the end', async () => {
  env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' };
  await expect(wait(['sites'], '0')).rejects.toThrow(/sites \(.*ECONNREFUSED/);
});

test('code of the release before runs on this schema: what it does not know is none of its business', async () => {
  await migrateOnce();
  await database.pool.query("INSERT INTO sites.migrations (name, run_on) VALUES ('9999_newer', now())");
  await expect(wait(['sites'], '0')).resolves.toBeUndefined();
});

test('a failed migration says what was kept and how to go on', async () => {
  await database.pool.query('CREATE SCHEMA sites');
  await database.pool.query('CREATE TABLE sites.sites (in_the_way int)');
  await expect(migrateOnce()).rejects.toThrow(
    /schema sites could not be migrated: .*already exists.*rolled back as one.*run migrate again/s,
  );
  await database.pool.query('DROP TABLE sites.sites');
  await expect(migrateOnce()).resolves.toBeUndefined();
});

test('so does one of the event store', async () => {
  await clickhouse.client.command({
    query: 'CREATE TABLE schema_migrations (other UInt8) ENGINE = MergeTree ORDER BY other',
  });
  await expect(migrateOnce()).rejects.toThrow(
    /event store could not be migrated: .*Statements that ran stay.*run migrate again/s,
  );
});

test.each([[[]], [['sites', 'nonsense']], [['sites', 'sites']]])('refuses to wait for %j', (names) => {
  expect(() => parseSchemas(names)).toThrow('of gateway, sites, identity, events');
});
