import { createBatcher, type BatchCaller } from '@headwater/kit/batcher';
import type { Logger } from '@headwater/kit/log';
import type { Pool, PoolClient } from '@headwater/kit/pg/pool';
import { inWorkspace } from '@headwater/kit/pg/tenancy';
import { putAccountFacts } from './account-facts';
import { putPaymentFacts } from './payment-facts';
import { ownerOfUserId, recheckPayments } from './payments';
import { takeTouchChanges } from './touch-changes';
import { inRetriedTransaction, withStatementTimeout } from './transactions';

/*
 * The change feed of accounts. Triggers queue each change in `account_changes`, in the transaction of the change. `numberChanges`
 * takes queued changes and gives each account the next position in `account_positions`. Only one transaction per workspace numbers at
 * a time, so positions become visible in ascending order. A position that a sequence assigned before the commit would not: a reader
 * could pass it before it is visible.
 *
 * Changes by user id are queued in `user_id_changes`. Their accounts are found after the commit: a trigger doesn't see accounts and
 * payments of concurrent transactions.
 *
 * Changes of touches are queued in `touch_changes`. They only change `payment_facts`: their accounts get no new position.
 */

/** Changes of one transaction, which must end before the statement timeout also for accounts with hundreds of payments. */
const BATCH_SIZE = 1_000;
const STATEMENT_TIMEOUT = '57014';
/** SQLSTATE of a lock that is not free within `LOCK_TIMEOUT_MS`. */
const LOCK_NOT_AVAILABLE = '55P03';
const LOCK_TIMEOUT_MS = 2_000;
/** Timeout of statements for one user id, and for one postponed account. */
const LONG_TIMEOUT_MS = 120_000;

/** SQL of the queued changes that a batch takes. */
const TAKEN = {
  waiting: 'postponed_at IS NULL',
  /** Of accounts whose payments were too many for one statement. */
  postponed: `postponed_at <= now() - interval '10 minutes'`,
};

export interface Batch {
  readonly workspaceId: number;
  readonly kind: keyof typeof TAKEN;
  /** Max changes. */
  readonly size: number;
}

/**
 * Numbers queued changes of the workspace, so that the feed, `account_facts` and `payment_facts` contain them, except those of accounts with too many
 * payments. @returns whether further changes are queued
 */
export type NumberChanges = (workspaceId: number, caller: BatchCaller) => Promise<boolean>;

/** Max readers that share a transaction. */
const MAX_READERS = 1_000;

/**
 * Returns `NumberChanges` for readers. Concurrent readers of a workspace share a transaction that begins after their calls: while they
 * wait for another one, they use one connection of the pool. They wait for locks until they are cancelled.
 */
export function createNumberChanges(pool: Pool, log: Logger): NumberChanges {
  const numberForAll = createBatcher(
    { maxBatchSize: MAX_READERS, maxConcurrentBatches: 1 },
    (workspaceId: number, readers: readonly 'reader'[]) => {
      const numbered = numberChanges(pool, workspaceId, log);
      return readers.map(() => numbered);
    },
  );
  return async (workspaceId, caller) => {
    for (;;) {
      const more = await numberForAll(workspaceId, 'reader', caller);
      if (more !== 'busy') return more;
    }
  };
}

/** Numbers a batch without a reader. */
export async function numberChanges(pool: Pool, workspaceId: number, log: Logger): Promise<Numbered> {
  const { rows } = await pool.query<{ found: boolean }>({
    name: 'find-account-changes',
    text: `SELECT EXISTS (SELECT FROM identity.account_changes WHERE workspace_id = $1 AND ${TAKEN.waiting})
               OR EXISTS (SELECT FROM identity.user_id_changes WHERE workspace_id = $1)
               OR EXISTS (SELECT FROM identity.touch_changes WHERE workspace_id = $1) AS found`,
    values: [workspaceId],
  });
  if (rows[0]?.found !== true) return false;
  // Accounts with very many payments: fewer at a time, so that they do not block all later changes.
  for (let size = BATCH_SIZE; ; size /= 10) {
    const more = await numberInTransaction(pool, { workspaceId, kind: 'waiting', size }, log);
    if (more !== undefined) return more;
  }
}

/** Whether further changes are queued. `busy`: another transaction holds a lock; nothing was numbered. */
export type Numbered = boolean | 'busy';

/**
 * A single change that exceeds the statement timeout is postponed.
 *
 * @returns undefined if several changes exceed the statement timeout
 */
async function numberInTransaction(pool: Pool, batch: Batch, log: Logger): Promise<Numbered | undefined> {
  let isLocked: boolean | undefined;
  try {
    return await inRetriedTransaction(pool, async (client) => {
      isLocked = false;
      await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await client.query({
        name: 'lock-account-changes',
        text: `SELECT pg_advisory_xact_lock(hashtextextended('identity account changes ' || $1::bigint, 0))`,
        values: [batch.workspaceId],
      });
      isLocked = true;
      return numberOrPostpone(client, batch, log);
    });
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code !== LOCK_NOT_AVAILABLE && (isLocked || code !== STATEMENT_TIMEOUT)) throw error;
    return 'busy';
  }
}

async function numberOrPostpone(client: PoolClient, batch: Batch, log: Logger): Promise<boolean | undefined> {
  const { workspaceId, kind, size } = batch;
  await client.query('SAVEPOINT numbering');
  let numbersAccounts = kind === 'postponed';
  try {
    // Only batches of waiting changes take user ids and touches: otherwise their arrivals would prolong the postponed batches, which have one change.
    const isWaiting = !numbersAccounts;
    const resolved = isWaiting ? await queueAccountsOfUserIds(client, batch) : 0;
    const touched = isWaiting ? await takeTouchChanges(client, batch) : 0;
    numbersAccounts = true;
    await client.query('SAVEPOINT numbering');
    const numbered =
      kind === 'postponed'
        ? await withStatementTimeout(client, LONG_TIMEOUT_MS, (slow) => numberBatch(slow, batch))
        : await numberBatch(client, batch);
    return numbered === size || resolved === size || touched === size;
  } catch (error) {
    const isSlow = (error as { code?: unknown }).code === STATEMENT_TIMEOUT;
    // Only accounts can be postponed.
    if (!isSlow || (size === 1 && !numbersAccounts)) throw error;
    await client.query('ROLLBACK TO SAVEPOINT numbering');
    if (size > 1) return undefined;
    const accountId = await postponeFirst(client, batch);
    log.warn({ workspaceId, accountId }, 'account has too many payments to number; retrying in 10 minutes');
    return true;
  }
}

/**
 * Takes changes of user ids, and queues the accounts that get, lose or have payments by these ids. Payments by an id that no account
 * has any more are written immediately.
 *
 * @returns the number of changes of user ids that were taken
 */
function queueAccountsOfUserIds(client: PoolClient, batch: Batch): Promise<number> {
  return batch.size === 1
    ? withStatementTimeout(client, LONG_TIMEOUT_MS, (slow) => takeUserIds(slow, batch))
    : takeUserIds(client, batch);
}

async function takeUserIds(client: PoolClient, { workspaceId, size }: Batch): Promise<number> {
  const { rows } = await client.query<{ taken: number; unowned: string[] | null; linked: string[] | null }>({
    name: 'queue-accounts-of-user-ids',
    text: `WITH taken AS (
             DELETE FROM identity.user_id_changes
              WHERE workspace_id = $1
                AND id <= (SELECT max(id) FROM (SELECT id FROM identity.user_id_changes
                                                 WHERE workspace_id = $1 ORDER BY id LIMIT $2) AS first)
             RETURNING user_id, payments_changed),
           changed AS MATERIALIZED (SELECT user_id, bool_or(payments_changed) AS payments_changed FROM taken GROUP BY user_id),
           accounts AS (
             SELECT c.user_id, c.payments_changed, owner.id, true AS is_owner, false AS is_payer
               FROM changed AS c CROSS JOIN LATERAL (${ownerOfUserId('c.user_id')}) AS owner
              UNION ALL
             SELECT DISTINCT c.user_id, c.payments_changed, payer.profile_id, false, true
               FROM changed AS c
              CROSS JOIN LATERAL (SELECT f.profile_id FROM identity.account_facts AS f
                                   WHERE f.workspace_id = $1 AND f.paying_user_id = c.user_id OFFSET 0) AS payer),
           queued AS (
             INSERT INTO identity.account_changes (workspace_id, profile_id)
             SELECT DISTINCT $1::bigint, id
               FROM (SELECT id FROM accounts GROUP BY user_id, payments_changed, id
                     HAVING payments_changed OR bool_or(is_owner) <> bool_or(is_payer)) AS found)
           SELECT (SELECT count(*)::int FROM taken) AS taken,
                  (SELECT array_agg(user_id) FROM changed
                    WHERE user_id NOT IN (SELECT user_id FROM accounts WHERE is_owner)) AS unowned,
                  (SELECT array_agg(user_id)
                     FROM accounts AS owner JOIN identity.attributions AS a ON a.workspace_id = $1 AND a.profile_id = owner.id
                    WHERE is_owner) AS linked`,
    values: [workspaceId, size],
  });
  const { taken = 0, unowned, linked } = rows[0] ?? {};
  await putPaymentFacts(client, workspaceId, { userIds: unowned ?? [] });
  await recheckPayments(client, workspaceId, { userIds: linked ?? [] });
  return taken;
}

/**
 * The range of ids needs no join: the statistics of a queue say that it is empty, and the planner would choose a nested loop. Further
 * changes of a postponed account leave the queue: its postponed change covers them.
 *
 * @returns the number of changes that left the queue
 */
async function numberBatch(client: PoolClient, { workspaceId, kind, size }: Batch): Promise<number> {
  const { rows } = await client.query<{ taken: number; ids: string[] | null }>({
    name: `number-${kind}-account-changes`,
    text: `WITH taken AS (
             DELETE FROM identity.account_changes
              WHERE workspace_id = $1 AND ${TAKEN[kind]}
                AND id <= (SELECT max(id) FROM (SELECT id FROM identity.account_changes
                                                 WHERE workspace_id = $1 AND ${TAKEN[kind]} ORDER BY id LIMIT $2) AS oldest)
             RETURNING profile_id, id, postponed_at),
           changed AS (
             SELECT t.profile_id, min(t.id) AS first, o.id IS NULL AS is_erased
               FROM taken AS t
               LEFT JOIN identity.profiles AS o ON o.workspace_id = $1 AND o.id = t.profile_id
              WHERE t.postponed_at IS NOT NULL
                 OR t.profile_id <> ALL (ARRAY(SELECT profile_id FROM identity.account_changes
                                                WHERE workspace_id = $1 AND postponed_at IS NOT NULL))
              GROUP BY t.profile_id, o.id),
           erased AS (
             DELETE FROM identity.account_positions
              WHERE workspace_id = $1 AND profile_id IN (SELECT profile_id FROM changed WHERE is_erased)),
           numbered AS (
             INSERT INTO identity.account_positions AS p (workspace_id, profile_id, position, facts_position)
             SELECT $1, profile_id, position, position
               FROM (SELECT profile_id,
                            greatest((extract(epoch FROM clock_timestamp()) * 1000000)::bigint,
                                     (SELECT coalesce(max(position), 0) FROM identity.account_positions WHERE workspace_id = $1))
                              + row_number() OVER (ORDER BY first) AS position
                       FROM changed WHERE NOT is_erased) AS next
             ON CONFLICT (workspace_id, profile_id)
             DO UPDATE SET position = excluded.position, facts_position = excluded.facts_position)
           SELECT (SELECT count(*)::int FROM taken) AS taken, (SELECT array_agg(profile_id) FROM changed) AS ids`,
    values: [workspaceId, size],
  });
  const { taken = 0, ids } = rows[0] ?? {};
  await putAccountFacts(client, workspaceId, ids ?? []);
  await putPaymentFacts(client, workspaceId, { profileIds: ids ?? [] });
  await recheckPayments(client, workspaceId, { profileIds: ids ?? [] });
  return taken;
}

/** Postpones the change that a batch of one takes. @returns the id of its account */
async function postponeFirst(client: PoolClient, { workspaceId, kind }: Batch): Promise<string | undefined> {
  const { rows } = await client.query<{ profile_id: string }>({
    name: `postpone-${kind}-account-change`,
    text: `UPDATE identity.account_changes SET postponed_at = now()
            WHERE workspace_id = $1
              AND id = (SELECT id FROM identity.account_changes
                         WHERE workspace_id = $1 AND ${TAKEN[kind]} ORDER BY id LIMIT 1)
           RETURNING profile_id`,
    values: [workspaceId],
  });
  return rows[0]?.profile_id;
}

/**
 * Numbers the queued changes of all workspaces, also postponed ones after 10 minutes. A failure of one workspace does not delay the
 * others. @throws the first failure
 */
export async function numberAllChanges(pool: Pool, log: Logger, signal: AbortSignal): Promise<void> {
  const { rows } = await pool.query<{ workspace_id: string }>(
    `SELECT workspace_id FROM identity.account_changes WHERE ${TAKEN.waiting} OR ${TAKEN.postponed}
      UNION SELECT workspace_id FROM identity.user_id_changes UNION SELECT workspace_id FROM identity.touch_changes`,
  );
  const failures: unknown[] = [];
  for (const { workspace_id } of rows) {
    const workspaceId = Number(workspace_id);
    const numbered = inWorkspace(workspaceId, async () => {
      while (!signal.aborted && (await numberChanges(pool, workspaceId, log)) === true);
      const postponed: Batch = { workspaceId, kind: 'postponed', size: 1 };
      while (!signal.aborted && (await numberInTransaction(pool, postponed, log)) === true);
    });
    await numbered.catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/**
 * Queues accounts that a replica of the previous release numbered without their facts, unless they are queued. EXCEPT reads each table
 * once, whatever the statistics of the queue say.
 */
export async function queueAccountsWithoutFacts(pool: Pool): Promise<void> {
  await pool.query({
    name: 'queue-accounts-without-facts',
    text: `INSERT INTO identity.account_changes (workspace_id, profile_id)
           SELECT workspace_id, profile_id FROM identity.account_positions WHERE facts_position IS DISTINCT FROM position
           EXCEPT SELECT workspace_id, profile_id FROM identity.account_changes`,
  });
}
