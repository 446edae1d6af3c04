import { createPool, type Pool } from '@headwater/kit/pg/pool';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { testDatabase, type TestDatabase } from '@headwater/kit/testing/test-database';
import { withPurgeLock } from '../src/store/with-purge-lock';

let database: TestDatabase;
let pools: readonly [Pool, Pool];
beforeAll(async () => {
  database = await testDatabase();
  const pool = (): Pool =>
    createPool({ databaseUrl: database.url, applicationName: 'purge', max: 1, log: silentLog() });
  pools = [pool(), pool()];
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await database.drop();
});

describe('withPurgeLock', () => {
  it('lets one process work at a time, and the next when it has ended or failed', async () => {
    const [ours, theirs] = pools;
    const inside = await withPurgeLock(ours, () => withPurgeLock(theirs, () => Promise.resolve('both')));
    expect(inside).toBeUndefined();
    expect(await withPurgeLock(theirs, () => Promise.resolve('free'))).toBe('free');
    await expect(withPurgeLock(ours, () => Promise.reject(new Error('bug')))).rejects.toThrow('bug');
    expect(await withPurgeLock(theirs, () => Promise.resolve('free'))).toBe('free');
  });
});
