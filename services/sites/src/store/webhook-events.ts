import type { Db, PoolClient } from '@headwater/kit/pg/pool';
import { inTransaction } from '@headwater/kit/pg/transaction';
import type { WebhookEventType } from '@headwater/protos/webhook-events';
import type { ListedEvent, WebhookEvent } from '../domain/webhook-event';

/**
 * Runs `work` in a transaction that holds the workspace's event lock, the lock that orders its events. Locks are always taken
 * in the order event lock, webhooks, events, deliveries; any other order may deadlock. A separate statement takes the lock, so
 * that later statements see what was committed before it was granted.
 */
export function withEventLock<T>(
  db: Db,
  workspaceId: number,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (client) => {
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('sites.notices', $1))`, [workspaceId]);
    return work(client);
  });
}

/**
 * The last part of a statement that changes sites: inserts an event for each changed site.
 *
 * @param changed name of the CTE that returns all columns of the sites.
 * @param at column with the time of the change.
 */
export function insertSiteEvents(changed: string, type: WebhookEventType, at: string): string {
  return `INSERT INTO sites.notices (workspace_id, id, type, at, data, site_id)
    SELECT workspace_id, 'msg_' || replace(gen_random_uuid()::text, '-', ''), '${type}', ${at},
      jsonb_build_object('siteId', id, 'domain', domain), id
    FROM ${changed}`;
}

/** Stores events of any workspaces, each with a delivery per subscribed webhook. Skips events that are already stored. */
export async function recordEvents(
  db: Db,
  events: readonly (WebhookEvent & { readonly workspaceId: number })[],
): Promise<void> {
  // Ordered by workspace: the insert locks each workspace's order until the commit, and two calls must not deadlock.
  await db.query(
    `INSERT INTO sites.notices (workspace_id, id, type, at, data)
     SELECT workspace_id, id, type, at, data
     FROM unnest($1::bigint[], $2::text[], $3::text[], $4::timestamptz[], $5::jsonb[])
       WITH ORDINALITY AS sent (workspace_id, id, type, at, data, place)
     ORDER BY workspace_id, sent.place
     ON CONFLICT (workspace_id, id) DO NOTHING`,
    [
      events.map(({ workspaceId }) => workspaceId),
      events.map(({ id }) => id),
      events.map(({ type }) => type),
      events.map(({ at }) => new Date(at)),
      events.map(({ data }) => JSON.stringify(data)),
    ],
  );
}

/** The number of the workspace's events whose `userId` is one of the ids. */
export async function countEventsOfUsers(
  db: Db,
  workspaceId: number,
  userIds: readonly string[],
): Promise<number> {
  const { rows } = await db.query<{ count: string }>(
    `SELECT count(*) FROM sites.notices WHERE workspace_id = $1 AND data ->> 'userId' = ANY ($2)`,
    [workspaceId, userIds],
  );
  return Number(rows[0]?.count);
}

/** Sets `userId` of the workspace's events to null where it is one of the ids. */
export async function removeUserIds(db: Db, workspaceId: number, userIds: readonly string[]): Promise<void> {
  await withEventLock(db, workspaceId, (client) =>
    client.query(
      `UPDATE sites.notices SET data = data || '{"userId": null}'
       WHERE workspace_id = $1 AND data ->> 'userId' = ANY ($2)`,
      [workspaceId, userIds],
    ),
  );
}

/** Selects events after a place, of the given types; an empty list selects all types. */
export interface EventPage {
  readonly after: number;
  readonly types: readonly string[];
  readonly limit: number;
}

/** The workspace's events by place. */
export async function listEvents(
  db: Db,
  workspaceId: number,
  { after, types, limit }: EventPage,
): Promise<ListedEvent[]> {
  const { rows } = await db.query<{
    place: string;
    id: string;
    type: string;
    at: Date;
    data: Record<string, unknown>;
  }>(
    `SELECT place, id, type, at, data FROM sites.notices
     WHERE workspace_id = $1 AND place > $2 AND (cardinality($3::text[]) = 0 OR type = ANY ($3))
     ORDER BY place LIMIT $4`,
    [workspaceId, after, [...types], limit],
  );
  return rows.map(({ place, at, ...event }) => ({ ...event, place: Number(place), at: at.getTime() }));
}

/**
 * Deletes a batch of events from before a time (Unix milliseconds), of every workspace, with their deliveries. Concurrent calls
 * take different events, and skip workspaces whose event lock is held.
 *
 * @returns the number of deleted events; 0 when none are left.
 */
export async function deleteOldEvents(db: Db, before: number, batchSize = 2_000): Promise<number> {
  const { rowCount } = await db.query(
    `WITH old AS (
       SELECT workspace_id, place FROM sites.notices WHERE at < $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED
     ), free AS MATERIALIZED (
       SELECT workspace_id FROM (SELECT DISTINCT workspace_id FROM old) AS w
       WHERE pg_try_advisory_xact_lock(hashtextextended('sites.notices', workspace_id))
     )
     DELETE FROM sites.notices AS n USING old JOIN free USING (workspace_id)
     WHERE n.workspace_id = old.workspace_id AND n.place = old.place`,
    [new Date(before), batchSize],
  );
  return rowCount ?? 0;
}
