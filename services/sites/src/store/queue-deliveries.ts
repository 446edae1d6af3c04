import type { Pool } from '@headwater/kit/pg/pool';
import type { Notice } from '../domain/notice';
import { aloneInWorkspace } from './alone-in-workspace';

interface WebhookOf {
  readonly workspaceId: number;
  readonly id: number;
}

/** Makes a notice for one webhook alone, whatever types it asks for. False when the workspace has no such webhook. */
export async function queueNotice(
  pool: Pool,
  { workspaceId, id }: WebhookOf,
  notice: Notice,
): Promise<boolean> {
  const { rowCount } = await aloneInWorkspace(pool, workspaceId, (client) =>
    client.query(
      `WITH told AS (
         INSERT INTO sites.notices (workspace_id, id, type, at, data)
         SELECT workspace_id, $3, $4, $5, $6 FROM sites.webhooks WHERE workspace_id = $1 AND id = $2
         RETURNING place
       )
       INSERT INTO sites.deliveries (workspace_id, webhook_id, place, created_at, next_at)
       SELECT $1, $2, place, $5, $5 FROM told`,
      [workspaceId, id, notice.id, notice.type, new Date(notice.at), JSON.stringify(notice.data)],
    ),
  );
  return rowCount === 1;
}

/** What to send again: notices after a place, or since a moment (Unix milliseconds). */
export interface Replay {
  readonly after?: number;
  readonly since?: number;
  /** Unix milliseconds. */
  readonly now: number;
  readonly most: number;
}

/**
 * Queues the notices of a webhook's types again, in their order, those it has had and those it has not. What is still
 * pending is only brought forward.
 *
 * @returns how many, and the last one's place when there may be more.
 */
export async function queueReplay(
  pool: Pool,
  { workspaceId, id }: WebhookOf,
  { after, since, now, most }: Replay,
): Promise<{ readonly queued: number; readonly moreAfter?: number }> {
  const { rows } = await pool.query<{ place: string }>(
    `INSERT INTO sites.deliveries (workspace_id, webhook_id, place, created_at, next_at)
     SELECT n.workspace_id, w.id, n.place, $5, $5
     FROM sites.webhooks AS w JOIN sites.notices AS n ON n.workspace_id = w.workspace_id AND n.type = ANY (w.events)
     WHERE w.workspace_id = $1 AND w.id = $2 AND n.place > coalesce($3, 0)
       AND ($4::timestamptz IS NULL OR n.at >= $4)
     ORDER BY n.place LIMIT $6
     -- Neither may go before its delivery is there.
     FOR KEY SHARE
     ON CONFLICT (webhook_id, place) DO UPDATE SET
       status = 'pending', ended_at = NULL, next_at = $5,
       attempts = CASE deliveries.status WHEN 'pending' THEN deliveries.attempts ELSE 0 END,
       first_tried_at = CASE deliveries.status WHEN 'pending' THEN deliveries.first_tried_at END
     RETURNING place`,
    [workspaceId, id, after ?? null, since === undefined ? null : new Date(since), new Date(now), most],
  );
  const moreAfter = rows.length === most ? Math.max(...rows.map(({ place }) => Number(place))) : undefined;
  return { queued: rows.length, ...(moreAfter === undefined ? {} : { moreAfter }) };
}
