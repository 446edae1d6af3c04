import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import { inTransaction } from '@headwater/kit/pg/transaction';
import { testDatabase, type TestDatabase } from '@headwater/kit/testing/test-database';
import type { EmailDigests } from '../src/domain/digest-email';
import { claimProfiles } from '../src/store/claim-profiles';

let database: TestDatabase;

beforeAll(async () => {
  const directory = join(packageRoot('@headwater/identity'), 'migrations');
  database = await testDatabase([{ schema: 'identity', directory }]);
});
afterAll(() => database.drop());

it('claims the same new accounts in several calls at once without a deadlock', async () => {
  const accounts = Array.from({ length: 3_000 }, (_, i): EmailDigests => [
    { keyId: 'k', digest: createHash('sha256').update(String(i)).digest() },
  ]);
  const orders = [accounts, [...accounts].reverse(), [...accounts.slice(1_500), ...accounts.slice(0, 1_500)]];
  for (const workspaceId of [1, 2, 3]) {
    let waiting = orders.length;
    let begin = (): void => undefined;
    const all = new Promise<void>((resolve) => (begin = resolve));
    await Promise.all(
      orders.map((order) =>
        inTransaction(database.pool, async (client) => {
          if (--waiting === 0) begin();
          await all; // until every transaction has its connection
          await claimProfiles(client, { workspaceId, accounts: order, now: 0 });
        }),
      ),
    );
  }
  const result = await database.pool.query<object>('SELECT count(*)::int FROM identity.profiles');
  expect(result.rows).toEqual([{ count: 9_000 }]);
});
