import { createPool, type Pool } from '../src/pg/pool';
import { tryWithAdvisoryLock } from '../src/pg/advisory-lock';
import { silentLog } from '../src/testing/silent-log';
import { testDatabase, type TestDatabase } from '../src/testing/test-database';

let database: TestDatabase;
let pools: readonly [Pool, Pool];
beforeAll(async () => {
  database = await testDatabase();
  const pool = (): Pool =>
    createPool({ databaseUrl: database.url, applicationName: 'lock', max: 1, log: silentLog() });
  pools = [pool(), pool()];
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await database.drop();
});

const withLock = <T>(pool: Pool, work: () => Promise<T>) => tryWithAdvisoryLock(pool, 'job', work);

describe('tryWithAdvisoryLock', () => {
  it('lets one process work at a time, and the next one after it ends or fails', async () => {
    const [ours, theirs] = pools;
    const inside = await withLock(ours, () => withLock(theirs, () => Promise.resolve('both')));
    expect(inside).toBeUndefined();
    expect(await withLock(theirs, () => Promise.resolve('free'))).toBe('free');
    await expect(withLock(ours, () => Promise.reject(new Error('bug')))).rejects.toThrow('bug');
    expect(await withLock(theirs, () => Promise.resolve('free'))).toBe('free');
  });
});
