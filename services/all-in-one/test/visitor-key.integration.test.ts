import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStoredIds } from '@headwater/eventstore/stored-ids';
import { testClickhouse, type TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import { testDatabase, type TestDatabase } from '@headwater/kit/testing/test-database';
import { startHeadwater, type RunningHeadwater } from './running-headwater';

let database: TestDatabase;
let clickhouse: TestClickhouse;
let dataDir: string;
let headwater: RunningHeadwater | undefined;

beforeEach(async () => {
  [database, clickhouse] = await Promise.all([testDatabase(), testClickhouse()]);
  dataDir = mkdtempSync(join(tmpdir(), 'headwater-visitor-key-'));
  chmodSync(dataDir, 0o711);
}, 60_000);
afterEach(async () => {
  await headwater?.stop();
  await database.drop();
  await clickhouse.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const start = () =>
  startHeadwater({ DATA_DIR: dataDir, DATABASE_URL: database.url, CLICKHOUSE_URL: clickhouse.url });
const storedKey = () => readFileSync(join(dataDir, 'visitor-key'), 'utf8').trim();
const fingerprints = async () => {
  const result = await clickhouse.client.query({
    query: 'SELECT fingerprint FROM visitor_keys',
    format: 'JSONEachRow',
  });
  return (await result.json<{ fingerprint: string }>()).map(({ fingerprint }) => fingerprint);
};

test('a new data directory gets a key, which stays', async () => {
  headwater = await start();
  const key = storedKey();
  expect(statSync(join(dataDir, 'visitor-key')).mode & 0o777).toBe(0o600);
  expect(headwater.output()).not.toContain(key);
  expect(await fingerprints()).toEqual([createStoredIds(Buffer.from(key, 'base64')).fingerprint]);
  await headwater.stop();

  headwater = await start();
  expect(storedKey()).toBe(key);
}, 240_000);

test('a data directory from before the key gets none', async () => {
  headwater = await start();
  await headwater.stop();
  // As an earlier release leaves them.
  rmSync(join(dataDir, 'visitor-key'));
  await clickhouse.client.command({ query: 'TRUNCATE TABLE visitor_keys' });

  headwater = await start();
  expect(storedKey()).toBe('none');
  expect(headwater.output()).not.toContain('VISITOR_KEY');
  await headwater.stop();
  headwater = await start();
  expect(storedKey()).toBe('none');
}, 240_000);
