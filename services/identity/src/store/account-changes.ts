import { createBatcher, type BatchCaller } from '@headwater/kit/batcher';
import type { Pool, PoolClient } from '@headwater/kit/pg/pool';
import { inWorkspace } from '@headwater/kit/pg/tenancy';
import { inTransaction } from '@headwater/kit/pg/transaction';
import { putAccountFacts } from './account-facts';

/*
 * The change feed of accounts. Triggers queue each change in `account_changes`, in the transaction of the change. `numberChanges`
 * takes queued changes and gives each account the next position in `account_positions`. Only one transaction per workspace numbers at
 * a time, so positions become visible in ascending order. A position that a sequence assigned before the commit would not: a reader
 * could pass it before it is visible.
 */

/** Changes of one transaction, which must end before the statement timeout also for accounts with hundreds of payments. */
const BATCH_SIZE = 1_000;
const STATEMENT_TIMEOUT = '57014';

/** Numbers queued changes of the workspace, so that the feed and `account_facts` contain them. @returns whether further changes are queued */
export type NumberChanges = (workspaceId: number, caller: BatchCaller) => Promise<boolean>;

/** Max readers that share a transaction. */
const MAX_READERS = 1_000;

/**
 * Returns `NumberChanges` for readers. Concurrent readers of a workspace share a transaction that begins after their calls: while they
 * wait for another one, they use one connection of the pool.
 */
export function createNumberChanges(pool: Pool): NumberChanges {
  const numberForAll = createBatcher(
    { maxBatchSize: MAX_READERS, maxConcurrentBatches: 1 },
    (workspaceId: number, readers: readonly 'reader'[]) => {
      const numbered = numberChanges(pool, workspaceId);
      return readers.map(() => numbered);
    },
  );
  return (workspaceId, caller) => numberForAll(workspaceId, 'reader', caller);
}

async function numberChanges(pool: Pool, workspaceId: number): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>({
    name: 'find-account-changes',
    text: 'SELECT EXISTS (SELECT FROM identity.account_changes WHERE workspace_id = $1) AS found',
    values: [workspaceId],
  });
  if (rows[0]?.found !== true) return false;
  for (let size = BATCH_SIZE; ; size = Math.ceil(size / 10)) {
    try {
      return await numberInTransaction(pool, workspaceId, size);
    } catch (error) {
      // Accounts with very many payments: fewer at a time, so that they do not block all later changes.
      if (size === 1 || (error as { code?: unknown }).code !== STATEMENT_TIMEOUT) throw error;
    }
  }
}

/** @returns whether further changes are queued */
function numberInTransaction(pool: Pool, workspaceId: number, size: number): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    await client.query({
      name: 'lock-account-changes',
      text: `SELECT pg_advisory_xact_lock(hashtextextended('identity account changes ' || $1::bigint, 0))`,
      values: [workspaceId],
    });
    return (await numberBatch(client, workspaceId, size)) === size;
  });
}

/**
 * The range of ids needs no join: the statistics of a queue say that it is empty, and the planner would choose a nested loop.
 *
 * @returns the number of changes that left the queue
 */
async function numberBatch(client: PoolClient, workspaceId: number, size: number): Promise<number> {
  const { rows } = await client.query<{ taken: number; ids: string[] | null }>({
    name: 'number-account-changes',
    text: `WITH taken AS (
             DELETE FROM identity.account_changes
              WHERE workspace_id = $1
                AND id <= (SELECT max(id) FROM (SELECT id FROM identity.account_changes
                                                 WHERE workspace_id = $1 ORDER BY id LIMIT $2) AS oldest)
             RETURNING profile_id, id),
           changed AS (
             SELECT t.profile_id, min(t.id) AS first, o.id IS NULL AS is_erased
               FROM taken AS t
               LEFT JOIN identity.profiles AS o ON o.workspace_id = $1 AND o.id = t.profile_id
              GROUP BY t.profile_id, o.id),
           erased AS (
             DELETE FROM identity.account_positions
              WHERE workspace_id = $1 AND profile_id IN (SELECT profile_id FROM changed WHERE is_erased)),
           numbered AS (
             INSERT INTO identity.account_positions AS p (workspace_id, profile_id, position)
             SELECT $1, profile_id,
                    greatest((extract(epoch FROM clock_timestamp()) * 1000000)::bigint,
                             (SELECT coalesce(max(position), 0) FROM identity.account_positions WHERE workspace_id = $1))
                      + row_number() OVER (ORDER BY first)
               FROM changed WHERE NOT is_erased
             ON CONFLICT (workspace_id, profile_id) DO UPDATE SET position = excluded.position)
           SELECT (SELECT count(*)::int FROM taken) AS taken, (SELECT array_agg(profile_id) FROM changed) AS ids`,
    values: [workspaceId, size],
  });
  const { taken = 0, ids } = rows[0] ?? {};
  await putAccountFacts(client, workspaceId, ids ?? []);
  return taken;
}

/** Numbers the queued changes of all workspaces. A failure of one does not delay the others. @throws the first failure */
export async function numberAllChanges(pool: Pool, signal: AbortSignal): Promise<void> {
  const { rows } = await pool.query<{ workspace_id: string }>(
    'SELECT DISTINCT workspace_id FROM identity.account_changes',
  );
  const failures: unknown[] = [];
  for (const { workspace_id } of rows) {
    const numbered = inWorkspace(Number(workspace_id), async () => {
      while (!signal.aborted && (await numberChanges(pool, Number(workspace_id))));
    });
    await numbered.catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** Links of one statement. */
const EXPIRED_BATCH = 1_000;

/**
 * Marks pending links that no event can resolve any more, up to 1,000. Their accounts become unattributed, which is a change.
 *
 * @param sinceMs older links are not open, Unix milliseconds
 * @returns the number of marked links. Lock 4 of `locks.ts`.
 */
export async function expireLinks(pool: Pool, sinceMs: number): Promise<number> {
  const { rowCount } = await pool.query({
    name: 'expire-links',
    text: `WITH locked AS (
             SELECT workspace_id, profile_id, anonymous_id FROM identity.links
              WHERE linked_at IS NULL AND NOT expired AND created_at <= $1
              ORDER BY workspace_id, profile_id, anonymous_id LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED)
           UPDATE identity.links AS l SET expired = true
             FROM locked AS t
            WHERE l.workspace_id = t.workspace_id AND l.profile_id = t.profile_id AND l.anonymous_id = t.anonymous_id`,
    values: [new Date(sinceMs), EXPIRED_BATCH],
  });
  return rowCount ?? 0;
}
