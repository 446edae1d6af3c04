import type { Pool } from '@headwater/kit/pg/pool';

export interface DueSite {
  readonly id: number;
  readonly workspaceId: number;
  /** Unix milliseconds. */
  readonly purgeAt: number;
}

/** One site of one workspace, at a moment (Unix milliseconds). */
export interface SiteAt {
  readonly workspaceId: number;
  readonly id: number;
  readonly now: number;
}

/** At the moment $1: its time in the bin is over, or it has expired without ever being there. */
const IS_DUE = '(purge_at <= $1 OR (deleted_at IS NULL AND expires_at <= $1))';

/** Sites of every workspace that are due at `now`, by id. Knows no workspace: the purge is everybody's. */
export async function listDueSites(pool: Pool, now: number): Promise<DueSite[]> {
  const { rows } = await pool.query<{ id: string; workspace_id: string; purge_at: Date }>(
    `SELECT id, workspace_id, coalesce(purge_at, expires_at) AS purge_at FROM sites.sites WHERE ${IS_DUE} ORDER BY id`,
    [new Date(now)],
  );
  return rows.map((row) => ({
    id: Number(row.id),
    workspaceId: Number(row.workspace_id),
    purgeAt: row.purge_at.getTime(),
  }));
}

/** How the purges of all workspaces' sites fare. */
export interface PurgeFigures {
  readonly finished: number;
  readonly unfinished: number;
  /** Sites that are due and still stored, those among them whose purge has begun. */
  readonly due: number;
  /** Since when the first of them is, Unix milliseconds. */
  readonly dueSince?: number;
}

/** Of this moment. @param now Unix milliseconds. */
export async function purgeFigures(pool: Pool, now: number): Promise<PurgeFigures> {
  const [purges, due] = await Promise.all([
    pool.query<{ finished: number; unfinished: number }>(
      'SELECT count(finished_at)::int AS finished, count(*)::int - count(finished_at)::int AS unfinished FROM sites.purges',
    ),
    pool.query<{ due: number; due_since: Date | null }>(
      `SELECT count(*)::int AS due, min(coalesce(purge_at, expires_at)) AS due_since FROM sites.sites WHERE ${IS_DUE}`,
      [new Date(now)],
    ),
  ]);
  const since = due.rows[0]?.due_since?.getTime();
  return {
    finished: purges.rows[0]?.finished ?? 0,
    unfinished: purges.rows[0]?.unfinished ?? 0,
    due: due.rows[0]?.due ?? 0,
    ...(since === undefined ? {} : { dueSince: since }),
  };
}

/**
 * Takes a due site for its purge and opens its record; a second call changes nothing. The row's lock decides a race with a
 * restore: whichever commits first, the other finds the site changed.
 *
 * @param rows of the event store, by table; the record adds those of this schema.
 * @returns false when the site is not due, or was restored.
 */
export async function beginPurge(
  pool: Pool,
  { workspaceId, id, now }: SiteAt,
  rows: Readonly<Record<string, number>>,
): Promise<boolean> {
  const { rows: found } = await pool.query(
    `WITH begun AS (
       UPDATE sites.sites SET
         -- A site that has expired was in the bin for no time at all.
         deleted_at = coalesce(deleted_at, expires_at - interval '1 millisecond'),
         purge_at = coalesce(purge_at, expires_at),
         purge_began_at = coalesce(purge_began_at, $1)
       WHERE workspace_id = $2 AND id = $3 AND ${IS_DUE}
       RETURNING id, workspace_id, created_at, deleted_at, purge_at, purge_began_at
     ), recorded AS (
       INSERT INTO sites.purges (site_id, workspace_id, created_at, deleted_at, purge_at, began_at, rows)
       SELECT id, workspace_id, created_at, deleted_at, purge_at, purge_began_at,
         $4::jsonb || sites.rows_of_site(id) FROM begun
       ON CONFLICT (site_id) DO NOTHING
     )
     SELECT 1 FROM begun`,
    [new Date(now), workspaceId, id, JSON.stringify(rows)],
  );
  return found.length === 1;
}

/**
 * Deletes a site whose purge has begun, and by foreign key all that hangs on it, and its notices, closes the record and tells it.
 *
 * @returns false when no purge of the site has begun.
 */
export async function finishPurge(pool: Pool, { workspaceId, id, now }: SiteAt): Promise<boolean> {
  const { rowCount } = await pool.query(
    `WITH gone AS (
       DELETE FROM sites.sites WHERE workspace_id = $1 AND id = $2 AND purge_began_at IS NOT NULL RETURNING id
     ), forgotten AS (
       DELETE FROM sites.notices WHERE workspace_id = $1 AND site_id IN (SELECT id FROM gone)
     ), told AS (
       -- Names no site_id: it outlives the site.
       INSERT INTO sites.notices (workspace_id, id, type, at, data)
       SELECT workspace_id, 'msg_' || replace(gen_random_uuid()::text, '-', ''), 'site.purged', $3,
         jsonb_build_object('siteId', site_id, 'rows', rows)
       FROM sites.purges WHERE workspace_id = $1 AND site_id IN (SELECT id FROM gone)
     )
     UPDATE sites.purges SET finished_at = coalesce(finished_at, $3) WHERE workspace_id = $1 AND site_id = $2`,
    [workspaceId, id, new Date(now)],
  );
  return rowCount === 1;
}
