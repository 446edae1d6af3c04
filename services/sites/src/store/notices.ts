import type { Pool } from '@headwater/kit/pg/pool';
import type { Notice, PlacedNotice } from '../domain/notice';

interface Row {
  readonly place: string;
  readonly id: string;
  readonly type: string;
  readonly at: Date;
  readonly data: Record<string, unknown>;
}

/** Keeps notices of any workspaces, with a delivery for each webhook that wants them; one that is known changes nothing. */
export async function recordNotices(
  pool: Pool,
  notices: readonly (Notice & { readonly workspaceId: number })[],
): Promise<void> {
  // By workspace: each one's order is locked until the end, and two calls must not wait for each other.
  await pool.query(
    `INSERT INTO sites.notices (workspace_id, id, type, at, data)
     SELECT workspace_id, id, type, at, data
     FROM unnest($1::bigint[], $2::text[], $3::text[], $4::timestamptz[], $5::jsonb[])
       WITH ORDINALITY AS sent (workspace_id, id, type, at, data, place)
     ORDER BY workspace_id, sent.place
     ON CONFLICT (workspace_id, id) DO NOTHING`,
    [
      notices.map(({ workspaceId }) => workspaceId),
      notices.map(({ id }) => id),
      notices.map(({ type }) => type),
      notices.map(({ at }) => new Date(at)),
      notices.map(({ data }) => JSON.stringify(data)),
    ],
  );
}

/** Which notices to list: those after a place; of some types, or of all where `types` is empty. */
export interface NoticePage {
  readonly after: number;
  readonly types: readonly string[];
  readonly limit: number;
}

/** The workspace's notices in their order. */
export async function listNotices(
  pool: Pool,
  workspaceId: number,
  { after, types, limit }: NoticePage,
): Promise<PlacedNotice[]> {
  const { rows } = await pool.query<Row>(
    `SELECT place, id, type, at, data FROM sites.notices
     WHERE workspace_id = $1 AND place > $2 AND (cardinality($3::text[]) = 0 OR type = ANY ($3))
     ORDER BY place LIMIT $4`,
    [workspaceId, after, [...types], limit],
  );
  return rows.map(({ place, id, type, at, data }) => ({
    place: Number(place),
    id,
    type,
    at: at.getTime(),
    data,
  }));
}

/**
 * Deletes some of what happened before a moment (Unix milliseconds), with its deliveries, of every workspace: no more than a
 * statement has time for. Concurrent calls take different ones, and leave a workspace alone whose notices are just being written.
 *
 * @returns how many.
 */
export async function sweepNotices(pool: Pool, before: number, most = 2_000): Promise<number> {
  const { rowCount } = await pool.query(
    `WITH old AS (
       SELECT workspace_id, place FROM sites.notices WHERE at < $1 ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED
     ), free AS MATERIALIZED (
       SELECT workspace_id FROM (SELECT DISTINCT workspace_id FROM old) AS w
       WHERE pg_try_advisory_xact_lock(hashtextextended('sites.notices', workspace_id))
     )
     DELETE FROM sites.notices AS n USING old JOIN free USING (workspace_id)
     WHERE n.workspace_id = old.workspace_id AND n.place = old.place`,
    [new Date(before), most],
  );
  return rowCount ?? 0;
}
