import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import { createPool, type Pool } from '@headwater/kit/pg/pool';
import { inWorkspace } from '@headwater/kit/pg/tenancy';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { testDatabase, type TestDatabase } from '@headwater/kit/testing/test-database';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { isSameProfile, mergeProfile } from '../src/domain/profile';
import { eraseAccount } from '../src/store/erase';
import { saveAccountsInBulk } from '../src/store/save-accounts';
import { saveIdentified } from '../src/store/save-identified';
import { savePayments } from '../src/store/save-payments';
import { inRetriedTransaction } from '../src/store/transactions';
import { hmacKeys, NOW } from './identity-fixture';

const WORKSPACE = 1;
const NAME = 'deadlock test';
const MERGING = { merge: mergeProfile, isSame: isSameProfile };
const DIGESTS = [{ keyId: 'k', digest: createHash('sha256').update('ada').digest() }] as const;

let database: TestDatabase;
let pool: Pool;

beforeEach(async () => {
  const directory = join(packageRoot('@headwater/identity'), 'migrations');
  database = await testDatabase([{ schema: 'identity', directory }]);
  pool = createPool({ databaseUrl: database.url, applicationName: NAME, log: silentLog() });
  const changes = { traits: new Map(), userId: 'ada' };
  const accounts = [{ digests: DIGESTS, changes }];
  await inWorkspace(WORKSPACE, () =>
    inRetriedTransaction(pool, (client) =>
      saveAccountsInBulk(client, { workspaceId: WORKSPACE, accounts, now: NOW, ...MERGING }),
    ),
  );
  const payment = { paymentId: 'p1', currency: 'EUR', amountMinor: 100n, type: 'sale' } as const;
  const payments = [
    { ...payment, payer: { digests: DIGESTS }, occurredAtMs: NOW },
    { ...payment, paymentId: 'p2', payer: { userId: 'other' }, occurredAtMs: NOW },
  ];
  await inWorkspace(WORKSPACE, () =>
    inRetriedTransaction(pool, (client) =>
      savePayments(client, { workspaceId: WORKSPACE, payments, now: NOW }),
    ),
  );
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

/** The number of connections with this application name that wait for a lock. */
const waiting = async (name: string): Promise<number> => {
  const { rows } = await database.pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = $1 AND wait_event_type = 'Lock'`,
    [name],
  );
  return rows[0]?.n ?? 0;
};

const LOCK_PROFILE = `SELECT FROM identity.profiles FOR UPDATE`;

/**
 * Makes `work` deadlock with a transaction that holds a payment and waits for the account. Only `work` runs the deadlock
 * check, because the other transaction has a deadlock timeout of one hour, so Postgres ends `work`.
 */
async function deadlock(payment: string, work: () => Promise<unknown>): Promise<void> {
  const [first, other] = [await database.pool.connect(), await database.pool.connect()];
  try {
    await first.query('BEGIN');
    await first.query(LOCK_PROFILE);
    const worked = inWorkspace(WORKSPACE, work);
    worked.catch(() => undefined);
    await waitFor('the work to wait', async () => (await waiting(NAME)) === 1);
    await other.query("SET application_name = 'other'; SET deadlock_timeout = '1h'; BEGIN");
    await other.query('SELECT FROM identity.payments WHERE payment_id = $1 FOR UPDATE', [payment]);
    const otherLock = other.query(LOCK_PROFILE);
    await waitFor('the other to wait', async () => (await waiting('other')) === 1);
    await first.query('COMMIT');
    await otherLock;
    await other.query('COMMIT');
    await worked;
  } finally {
    first.release(true);
    other.release(true);
  }
  await waitFor('the deadlock to be counted', async () => {
    const { rows } = await database.pool.query<{ n: number }>(
      'SELECT deadlocks::int AS n FROM pg_stat_database WHERE datname = current_database()',
    );
    return rows[0]?.n === 1;
  });
}

const profiles = async (): Promise<unknown> =>
  (await database.pool.query('SELECT user_id FROM identity.profiles')).rows;

test('an erasure is repeated after a deadlock', async () => {
  await deadlock('p1', () =>
    inRetriedTransaction(pool, (client) =>
      eraseAccount(client, {
        ...{ workspaceId: WORKSPACE, subject: { digests: DIGESTS }, keys: hmacKeys(), now: NOW },
        certificateIds: () => ['0b0e1f5e-0000-4000-8000-000000000001'],
        mayStoreVisitor: true,
      }),
    ),
  );
  expect(await profiles()).toEqual([]);
});

test('a change of the user id waits for no payment that refers to it', async () => {
  const changes = { traits: new Map(), userId: 'other' };
  const account = { digests: DIGESTS, changes, anonymousId: 'v', visitorKey: Buffer.alloc(8, 1) };
  const save = { workspaceId: WORKSPACE, keys: hmacKeys(), now: NOW, ...MERGING };
  const other = await database.pool.connect();
  try {
    await other.query('BEGIN');
    await other.query("SELECT FROM identity.payments WHERE payment_id = 'p2' FOR UPDATE");
    await inWorkspace(WORKSPACE, () =>
      saveIdentified(pool, { ...save, accounts: [{ ...account, attribution: undefined, isNew: false }] }),
    );
  } finally {
    other.release(true);
  }
  expect(await profiles()).toEqual([{ user_id: 'other' }]);
});
