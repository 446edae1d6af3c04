import type { Db } from '@headwater/kit/pg/pool';
import type { WebhookEvent } from '../domain/webhook-event';
import { withEventLock } from './webhook-events';
import type { WebhookReference } from './webhooks';

/** An event's delivery to a webhook. Times are Unix milliseconds. */
export interface Delivery {
  readonly id: number;
  readonly eventId: string;
  readonly type: string;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  /** Of the last attempt, like `problem`. */
  readonly httpStatus?: number;
  readonly problem?: string;
  readonly createdAt: number;
  /** Present while pending. */
  readonly nextAt?: number;
  readonly endedAt?: number;
}

interface Row {
  readonly id: string;
  readonly event_id: string;
  readonly type: string;
  readonly status: Delivery['status'];
  readonly attempts: number;
  readonly http_status: number | null;
  readonly problem: string | null;
  readonly created_at: Date;
  readonly next_at: Date;
  readonly ended_at: Date | null;
}

/** A webhook's deliveries, newest first. */
export async function listDeliveries(
  db: Db,
  { workspaceId, id }: WebhookReference,
  { before, limit }: { readonly before?: number; readonly limit: number },
): Promise<Delivery[]> {
  const { rows } = await db.query<Row>(
    `SELECT d.id, n.id AS event_id, n.type, d.status, d.attempts, d.http_status, d.problem, d.created_at, d.next_at,
       d.ended_at
     FROM sites.deliveries AS d JOIN sites.notices AS n USING (workspace_id, place)
     WHERE d.workspace_id = $1 AND d.webhook_id = $2 AND ($3::bigint IS NULL OR d.id < $3)
     ORDER BY d.id DESC LIMIT $4`,
    [workspaceId, id, before ?? null, limit],
  );
  return rows.map((row) => ({
    id: Number(row.id),
    eventId: row.event_id,
    type: row.type,
    status: row.status,
    attempts: row.attempts,
    ...(row.http_status === null ? {} : { httpStatus: row.http_status }),
    ...(row.problem === null ? {} : { problem: row.problem }),
    createdAt: row.created_at.getTime(),
    ...(row.status === 'pending' ? { nextAt: row.next_at.getTime() } : {}),
    ...(row.ended_at ? { endedAt: row.ended_at.getTime() } : {}),
  }));
}

/** Inserts an event with a delivery to one webhook only, whatever its types. False without such a webhook. */
export async function queueEvent(
  db: Db,
  { workspaceId, id }: WebhookReference,
  event: WebhookEvent,
): Promise<boolean> {
  const { rowCount } = await withEventLock(db, workspaceId, (client) =>
    client.query(
      `WITH inserted AS (
         INSERT INTO sites.notices (workspace_id, id, type, at, data)
         SELECT workspace_id, $3, $4, $5, $6 FROM sites.webhooks WHERE workspace_id = $1 AND id = $2
         RETURNING place
       )
       INSERT INTO sites.deliveries (workspace_id, webhook_id, place, created_at, next_at)
       SELECT $1, $2, place, $5, $5 FROM inserted`,
      [workspaceId, id, event.id, event.type, new Date(event.at), JSON.stringify(event.data)],
    ),
  );
  return rowCount === 1;
}

/** Selects the events to replay: after a place, or since a time (Unix milliseconds). */
export interface Replay {
  readonly after?: number;
  readonly since?: number;
  /** Unix milliseconds. */
  readonly now: number;
  readonly max: number;
}

/**
 * Queues the events of a webhook's types in their order, whether or not they were delivered before. Pending deliveries become
 * due immediately.
 *
 * @returns the number of events, and the last one's place when there may be more.
 */
export async function queueReplay(
  db: Db,
  { workspaceId, id }: WebhookReference,
  { after, since, now, max }: Replay,
): Promise<{ readonly queued: number; readonly moreAfter?: number }> {
  const { rows } = await db.query<{ place: string }>(
    `INSERT INTO sites.deliveries (workspace_id, webhook_id, place, created_at, next_at)
     SELECT n.workspace_id, w.id, n.place, $5, $5
     FROM sites.webhooks AS w JOIN sites.notices AS n ON n.workspace_id = w.workspace_id AND n.type = ANY (w.events)
     WHERE w.workspace_id = $1 AND w.id = $2 AND n.place > coalesce($3, 0)
       AND ($4::timestamptz IS NULL OR n.at >= $4)
     ORDER BY n.place LIMIT $6
     -- Keeps the event and the webhook until their delivery is inserted.
     FOR KEY SHARE
     ON CONFLICT (webhook_id, place) DO UPDATE SET
       status = 'pending', ended_at = NULL, next_at = $5,
       attempts = CASE deliveries.status WHEN 'pending' THEN deliveries.attempts ELSE 0 END,
       first_tried_at = CASE deliveries.status WHEN 'pending' THEN deliveries.first_tried_at END
     RETURNING place`,
    [workspaceId, id, after ?? null, since === undefined ? null : new Date(since), new Date(now), max],
  );
  const moreAfter = rows.length === max ? Math.max(...rows.map(({ place }) => Number(place))) : undefined;
  return { queued: rows.length, ...(moreAfter === undefined ? {} : { moreAfter }) };
}
