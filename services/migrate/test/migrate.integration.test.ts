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
      intervalMs: 20,
    },
    { log: silentLog(), clock: systemClock },
  ).start();

const ALL = ['gateway', 'sites', 'identity', 'events'] as const;

test('ten concurrent migrators apply each migration of Postgres and ClickHouse once', async () => {
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

test('a wait ends when the migrations are applied, not before', async () => {
  await expect(wait(ALL, '0')).rejects.toThrow(
    /Still missing after 0 s: gateway\/0001_gateway, .*sites\/0001_sites, .*events\/0001_events.sql/,
  );
  let ended = false;
  const waiting = wait(ALL, '60').then(() => (ended = true));
  expect(ended).toBe(false);
  await migrateOnce();
  await waiting;
});

test('a wait for one schema needs only its own database', async () => {
  await migrateOnce();
  env = { DATABASE_URL: database.url };
  await expect(wait(['sites'], '0')).resolves.toBeUndefined();
  await expect(wait(['events'], '0')).rejects.toThrow('set CLICKHOUSE_URL');
});

test('a wait tolerates an unreachable database and reports it in the end', async () => {
  env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' };
  await expect(wait(['sites'], '0')).rejects.toThrow(/sites \(.*ECONNREFUSED/);
});

test('a wait of the previous release accepts migrations that it does not have', async () => {
  await migrateOnce();
  await database.pool.query("INSERT INTO sites.migrations (name, run_on) VALUES ('9999_newer', now())");
  await expect(wait(['sites'], '0')).resolves.toBeUndefined();
});

test('a wait and a migrator of the previous release refuse a breaking migration immediately', async () => {
  await migrateOnce();
  await database.pool.query(`
    INSERT INTO sites.migrations (name, run_on) VALUES ('9999_newer', now());
    CREATE TABLE sites.breaking_migrations (name text, reason text);
    INSERT INTO sites.breaking_migrations VALUES ('9999_newer', 'drops the column x')`);
  const message = 'breaking migration 9999_newer (drops the column x)';
  await expect(wait(['sites'], '600')).rejects.toThrow(message);
  await expect(migrateOnce()).rejects.toThrow(message);
  await expect(wait(['gateway'], '0')).resolves.toBeUndefined();
});

test('a failed Postgres migration reports which migrations stay and the next step', async () => {
  await database.pool.query('CREATE SCHEMA sites');
  await database.pool.query('CREATE TABLE sites.operations (in_the_way int)');
  await expect(migrateOnce()).rejects.toThrow(
    /schema sites could not be migrated: 0011_operations was rolled back: .*already exists\. These stay applied: gateway\/0001_gateway, .*sites\/0010_webhook_locks\. .*run migrate again/s,
  );
  await database.pool.query('DROP TABLE sites.operations');
  await expect(migrateOnce()).resolves.toBeUndefined();
});

test('a failed ClickHouse migration reports its effect and the next step', async () => {
  await clickhouse.client.command({
    query: 'CREATE TABLE schema_migrations (other UInt8) ENGINE = MergeTree ORDER BY other',
  });
  await expect(migrateOnce()).rejects.toThrow(
    /event store could not be migrated: .*Completed statements stay.*run migrate again/s,
  );
});

test.each([[[]], [['sites', 'nonsense']], [['sites', 'sites']]])('refuses to wait for %j', (names) => {
  expect(() => parseSchemas(names)).toThrow('any of gateway, sites, identity, events');
});
