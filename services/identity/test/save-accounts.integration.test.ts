import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import { testDatabase, type TestDatabase } from '@headwater/kit/testing/test-database';
import { isSameProfile, mergeProfile } from '../src/domain/profile';
import { saveAccounts, type AccountChanges } from '../src/store/save-accounts';
import { inRetriedTransaction, LostRace } from '../src/store/transactions';

let database: TestDatabase;

beforeAll(async () => {
  const directory = join(packageRoot('@headwater/identity'), 'migrations');
  database = await testDatabase([{ schema: 'identity', directory }]);
});
afterAll(() => database.drop());

it('saves the same new accounts in concurrent calls: no deadlock, and no lost changes', async () => {
  const accountsOf = (call: number): AccountChanges[] =>
    Array.from({ length: 3_000 }, (_, i) => ({
      digests: [{ keyId: 'k', digest: createHash('sha256').update(String(i)).digest() }],
      changes: { traits: new Map([[`from${call}`, i]]) },
    }));
  const [a, b, c] = [accountsOf(0), accountsOf(1), accountsOf(2)];
  const calls = [a, [...b].reverse(), [...c.slice(1_500), ...c.slice(0, 1_500)]];
  let lost = 0;
  for (const workspaceId of [1, 2, 3]) {
    let waiting = calls.length;
    let begin = (): void => undefined;
    const all = new Promise<void>((resolve) => (begin = resolve));
    await Promise.all(
      calls.map((accounts) =>
        inRetriedTransaction(database.pool, async (client) => {
          if (--waiting === 0) begin();
          await all; // until every transaction has its connection
          const save = { workspaceId, accounts, merge: mergeProfile, isSame: isSameProfile, now: 0 };
          return saveAccounts(client, save).catch((error: unknown) => {
            if (error instanceof LostRace) lost++;
            throw error;
          });
        }),
      ),
    );
  }
  const result = await database.pool.query<object>(
    `SELECT count(*)::int AS profiles, count(*) FILTER (WHERE traits ?& '{from0,from1,from2}')::int AS whole
       FROM identity.profiles`,
  );
  expect(result.rows).toEqual([{ profiles: 9_000, whole: 9_000 }]);
  expect(lost).toBeGreaterThan(0); // otherwise nothing ran concurrently
});

it('fails as upstream_unavailable after losing five races', async () => {
  let attempts = 0;
  const lose = (): Promise<never> => {
    attempts++;
    return Promise.reject(new LostRace('An account was made by another call.'));
  };
  await expect(inRetriedTransaction(database.pool, lose)).rejects.toMatchObject({
    code: 'upstream_unavailable',
  });
  expect(attempts).toBe(5);
});
