import type { Pool } from '@headwater/kit/pg/pool';
import type { ErasedElsewhere, ErasedInServices, RunningErasure } from './certificates';

const IS_RUNNING = `(completed_at IS NULL OR user_ids <> '{}'
  OR (workspace_id, id) IN (SELECT workspace_id, erasure_id FROM identity.erasure_visitors))`;

/**
 * Erasures that are not finished, of all workspaces. In random order, so that failing erasures don't delay others. Includes
 * completed erasures with user ids or visitors: the previous release completes an erasure without removing user ids, and a repeated
 * erasure keeps the time of its completion.
 */
export async function listRunningErasures(pool: Pool, limit: number): Promise<RunningErasure[]> {
  const { rows } = await pool.query<{ workspace_id: string; id: string }>({
    name: 'list-running-erasures',
    text: `SELECT workspace_id, id FROM identity.erasures
            WHERE ${IS_RUNNING} ORDER BY random() LIMIT $1`,
    values: [limit],
  });
  return rows.map(({ workspace_id, id }) => ({ workspaceId: Number(workspace_id), id }));
}

/** Whether other services still have data of the erasure. */
export async function isErasureRunning(pool: Pool, { workspaceId, id }: RunningErasure): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'is-erasure-running',
    text: `SELECT FROM identity.erasures WHERE workspace_id = $1 AND id = $2 AND ${IS_RUNNING}`,
    values: [workspaceId, id],
  });
  return rowCount === 1;
}

/** The remaining data of an erasure in other services. */
export async function findErasedElsewhere(
  pool: Pool,
  erasure: RunningErasure,
): Promise<ErasedElsewhere & { readonly erasedAtMs: number }> {
  const { rows } = await pool.query<{ user_ids: string[]; anonymous_ids: string[]; erased_at: Date }>({
    name: 'find-erased-elsewhere',
    text: `SELECT user_ids, erased_at, ARRAY(SELECT anonymous_id FROM identity.erasure_visitors
                                   WHERE workspace_id = $1 AND erasure_id = $2 ORDER BY anonymous_id) AS anonymous_ids
             FROM identity.erasures WHERE workspace_id = $1 AND id = $2`,
    values: [erasure.workspaceId, erasure.id],
  });
  const [row] = rows;
  return {
    anonymousIds: row?.anonymous_ids ?? [],
    userIds: row?.user_ids ?? [],
    erasedAtMs: row?.erased_at.getTime() ?? 0,
  };
}

/** Stores the numbers of the rows to erase. A repeat, which may find fewer rows, changes nothing. */
export async function putErasedRows(
  pool: Pool,
  { workspaceId, id }: RunningErasure,
  { events, firstTouches, clickIds, webhookEvents, tables }: ErasedInServices,
): Promise<void> {
  await pool.query({
    name: 'put-erased-rows',
    text: `UPDATE identity.erasures
              SET events = $3, first_touches = $4, click_ids = $5, webhook_events = $6, rows = rows || $7::jsonb
            WHERE workspace_id = $1 AND id = $2 AND events IS NULL`,
    values: [
      ...[workspaceId, id, events, firstTouches, clickIds ?? null, webhookEvents],
      tables === undefined ? null : JSON.stringify(tables),
    ],
  });
}

/**
 * Completes an erasure and deletes its visitors and user ids. Also deletes links that a concurrent identify stored.
 *
 * @param times Unix milliseconds. `repeatAt` applies to an erasure with visitors
 */
export async function completeErasure(
  pool: Pool,
  { workspaceId, id }: RunningErasure,
  { now, repeatAt }: { readonly now: number; readonly repeatAt: number },
): Promise<void> {
  await pool.query({
    name: 'complete-erasure',
    text: `WITH forgotten AS (DELETE FROM identity.erasure_visitors WHERE workspace_id = $1 AND erasure_id = $2
                               RETURNING anonymous_id),
                unlinked AS (DELETE FROM identity.links WHERE workspace_id = $1
                               AND anonymous_id IN (SELECT anonymous_id FROM forgotten))
           UPDATE identity.erasures SET completed_at = coalesce(completed_at, $3), user_ids = '{}',
                  repeat_at = CASE WHEN EXISTS (SELECT FROM forgotten) THEN $4::timestamptz ELSE repeat_at END
            WHERE workspace_id = $1 AND id = $2`,
    values: [workspaceId, id, new Date(now), new Date(repeatAt)],
  });
}

/** Erasures of all workspaces that are due to be repeated in analytics. @param now Unix milliseconds */
export async function listErasuresToRepeat(
  pool: Pool,
  now: number,
  limit: number,
): Promise<(RunningErasure & { readonly erasedAtMs: number })[]> {
  const { rows } = await pool.query<{ workspace_id: string; id: string; erased_at: Date }>({
    name: 'list-erasures-to-repeat',
    text: `SELECT workspace_id, id, erased_at FROM identity.erasures WHERE repeat_at <= $1 ORDER BY random() LIMIT $2`,
    values: [new Date(now), limit],
  });
  return rows.map(({ workspace_id, id, erased_at }) => ({
    workspaceId: Number(workspace_id),
    id,
    erasedAtMs: erased_at.getTime(),
  }));
}

/** Records that an erasure was repeated. */
export async function markErasureRepeated(pool: Pool, { workspaceId, id }: RunningErasure): Promise<void> {
  await pool.query({
    name: 'mark-erasure-repeated',
    text: 'UPDATE identity.erasures SET repeat_at = NULL WHERE workspace_id = $1 AND id = $2',
    values: [workspaceId, id],
  });
}
