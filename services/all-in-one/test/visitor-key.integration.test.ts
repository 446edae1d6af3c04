import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createStoredIds } from '@headwater/eventstore/stored-ids';
import { createTestInstallation, type TestInstallation } from './running-headwater';

let installation: TestInstallation;
beforeEach(async () => {
  installation = await createTestInstallation();
}, 60_000);
afterEach(() => installation.remove());

const storedKey = () => installation.read('visitor-key');
const fingerprints = async () => {
  const result = await installation.clickhouse.client.query({
    query: 'SELECT fingerprint FROM visitor_keys',
    format: 'JSONEachRow',
  });
  return (await result.json<{ fingerprint: string }>()).map(({ fingerprint }) => fingerprint);
};

test('a new data directory gets a key, which stays', async () => {
  const headwater = await installation.start();
  const key = storedKey();
  expect(statSync(join(installation.dataDir, 'visitor-key')).mode & 0o777).toBe(0o600);
  expect(headwater.output()).not.toContain(key);
  expect(await fingerprints()).toEqual([createStoredIds(Buffer.from(key, 'base64')).fingerprint]);
  await headwater.stop();

  await installation.start();
  expect(storedKey()).toBe(key);
}, 240_000);

test('a data directory from before the key gets none', async () => {
  let headwater = await installation.start();
  await headwater.stop();
  // As an earlier release leaves them.
  rmSync(join(installation.dataDir, 'visitor-key'));
  await installation.clickhouse.client.command({ query: 'TRUNCATE TABLE visitor_keys' });

  headwater = await installation.start();
  expect(storedKey()).toBe('none');
  expect(headwater.output()).not.toContain('VISITOR_KEY');
  await headwater.stop();
  await installation.start();
  expect(storedKey()).toBe('none');
}, 240_000);
