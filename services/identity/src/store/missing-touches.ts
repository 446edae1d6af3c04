import type { Logger } from '@headwater/kit/log';
import type { Pool } from '@headwater/kit/pg/pool';
import { inWorkspace } from '@headwater/kit/pg/tenancy';
import { numberChanges } from './account-changes';

/** Accounts that are queued together: readers wait for them. */
const BATCH_SIZE = 1_000;

const MISSING = 'last_at IS NULL AND profile_id IS NOT NULL';

/**
 * Stores the latest touches of payments that have none stored: all of them after an upgrade, and those that replicas of the previous release wrote. Reports
 * search them until then.
 */
export async function putMissingTouches(pool: Pool, log: Logger, signal: AbortSignal): Promise<void> {
  const { rows } = await pool.query<{ workspace_id: string }>(
    `SELECT DISTINCT workspace_id FROM identity.payment_facts WHERE ${MISSING}`,
  );
  for (const { workspace_id } of rows) {
    const workspaceId = Number(workspace_id);
    await inWorkspace(workspaceId, async () => {
      let after: string | undefined = '0';
      do {
        after = await queueMissing(pool, workspaceId, after);
        while (!signal.aborted && (await numberChanges(pool, workspaceId, log)) !== false);
      } while (after !== undefined && !signal.aborted);
    });
  }
}

/** Queues the next accounts by id. @returns the last of them; undefined if there are no more */
async function queueMissing(pool: Pool, workspaceId: number, after: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ last: string | null }>({
    name: 'queue-missing-touches',
    text: `WITH queued AS (
             INSERT INTO identity.touch_changes (workspace_id, profile_id)
             SELECT DISTINCT workspace_id, profile_id FROM identity.payment_facts
              WHERE workspace_id = $1 AND ${MISSING} AND profile_id > $2
              ORDER BY profile_id LIMIT $3
             RETURNING profile_id)
           SELECT max(profile_id) AS last FROM queued`,
    values: [workspaceId, after, BATCH_SIZE],
  });
  return rows[0]?.last ?? undefined;
}
