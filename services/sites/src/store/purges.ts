import type { Db } from '@headwater/kit/pg/pool';
import type { Deletion } from '../domain/site';

export interface DueSite {
  readonly id: number;
  readonly workspaceId: number;
  /** Unix milliseconds. */
  readonly purgeAt: number;
}

/** A site of a workspace, and the current time (Unix milliseconds). */
export interface SiteAt {
  readonly workspaceId: number;
  readonly id: number;
  readonly now: number;
}

/** At the time $1: the restore window has ended, or the site has expired without a deletion. */
const IS_DUE = '(purge_at <= $1 OR (deleted_at IS NULL AND expires_at <= $1))';

/** Sites of every workspace that are due at `now`, by id. */
export async function listDueSites(db: Db, now: number): Promise<DueSite[]> {
  const { rows } = await db.query<{ id: string; workspace_id: string; purge_at: Date }>(
    `SELECT id, workspace_id, coalesce(purge_at, expires_at) AS purge_at FROM sites.sites WHERE ${IS_DUE} ORDER BY id`,
    [new Date(now)],
  );
  return rows.map((row) => ({
    id: Number(row.id),
    workspaceId: Number(row.workspace_id),
    purgeAt: row.purge_at.getTime(),
  }));
}

/** The time from which a site may be purged, Unix milliseconds. */
export interface PurgeTime {
  readonly siteId: number;
  readonly purgeAt: number;
}

/** Purge times of sites of any workspace, by id: scheduled, begun and finished purges. */
export async function listPurgeTimes(db: Db, siteIds: readonly number[]): Promise<PurgeTime[]> {
  const { rows } = await db.query<{ id: string; purge_at: Date }>(
    `SELECT id, min(purge_at) AS purge_at FROM (
       SELECT id, CASE WHEN deleted_at IS NULL THEN expires_at ELSE purge_at END AS purge_at
       FROM sites.sites WHERE id = ANY($1)
       UNION ALL SELECT site_id, purge_at FROM sites.purges WHERE site_id = ANY($1)
     ) AS times WHERE purge_at IS NOT NULL GROUP BY id ORDER BY id`,
    [siteIds],
  );
  return rows.map((row) => ({ siteId: Number(row.id), purgeAt: row.purge_at.getTime() }));
}

/** State of the purges of all workspaces. */
export interface PurgeState {
  readonly finished: number;
  readonly unfinished: number;
  /** Due sites that are still stored, including those whose purge has begun. */
  readonly due: number;
  /** When the first of them became due, Unix milliseconds. */
  readonly dueSince?: number;
}

/** @param now Unix milliseconds. */
export async function getPurgeState(db: Db, now: number): Promise<PurgeState> {
  const [purges, due] = await Promise.all([
    db.query<{ finished: number; unfinished: number }>(
      'SELECT count(finished_at)::int AS finished, count(*)::int - count(finished_at)::int AS unfinished FROM sites.purges',
    ),
    db.query<{ due: number; due_since: Date | null }>(
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
 * SQL of the numbers of rows by table that are deleted with the site `begun.id`, and that no foreign key finds. `deleteClaimsOfSite` counts
 * the event ids: a site can have millions.
 */
const ROWS_WITHOUT_REFERENCE = `(
  SELECT coalesce(jsonb_object_agg(name, number) FILTER (WHERE number > 0), '{}') FROM (VALUES
    ('deliveries', (SELECT count(*) FROM sites.notices AS n JOIN sites.deliveries AS d USING (workspace_id, place)
                     WHERE n.workspace_id = begun.workspace_id AND n.site_id = begun.id)),
    ('goal_counts', (SELECT count(*) FROM sites.goals AS g JOIN sites.goal_counts AS c ON c.goal_id = g.id
                      WHERE g.site_id = begun.id)),
    ('notices', (SELECT count(*) FROM sites.notices AS n
                  WHERE n.workspace_id = begun.workspace_id AND n.site_id = begun.id))
  ) AS counted (name, number))`;

/** SQL of the `rows` of a purge with further event ids. @param number SQL of how many */
export const withClaims = (number: string): string =>
  `CASE WHEN ${number} = 0 THEN rows ELSE rows || jsonb_build_object('event_claims', coalesce((rows->>'event_claims')::bigint, 0) + ${number}) END`;

/**
 * Begins the purge of a due site and creates its record; a second call changes nothing. The row lock decides a race with a
 * restore: the later transaction sees the change of the earlier one.
 *
 * @param rows row counts of the event store by table; the record adds those of this schema.
 * @returns false when the site is not due, or was restored.
 */
export async function beginPurge(
  db: Db,
  { workspaceId, id, now }: SiteAt,
  rows: Readonly<Record<string, number>>,
): Promise<boolean> {
  const { rows: begun } = await db.query(
    `WITH begun AS (
       UPDATE sites.sites SET
         -- An expired site was never deleted: its restore window is the shortest that the constraints allow.
         deleted_at = coalesce(deleted_at, expires_at - interval '1 millisecond'),
         purge_at = coalesce(purge_at, expires_at),
         purge_began_at = coalesce(purge_began_at, $1)
       WHERE workspace_id = $2 AND id = $3 AND ${IS_DUE}
       RETURNING id, workspace_id, created_at, deleted_at, purge_at, purge_began_at
     ), recorded AS (
       INSERT INTO sites.purges (site_id, workspace_id, created_at, deleted_at, purge_at, began_at, rows)
       SELECT id, workspace_id, created_at, deleted_at, purge_at, purge_began_at,
         $4::jsonb || sites.rows_of_site(id) || ${ROWS_WITHOUT_REFERENCE} FROM begun
       ON CONFLICT (site_id) DO NOTHING
     )
     SELECT 1 FROM begun`,
    [new Date(now), workspaceId, id, JSON.stringify(rows)],
  );
  return begun.length === 1;
}

/**
 * Deletes a site whose purge has begun, the rows that reference it, its events and event ids. Sealed answers of operations expire by themselves.
 * Completes the record and inserts the event `site.purged`. A second call changes nothing.
 *
 * @returns false when no purge of the site has begun.
 */
export async function finishPurge(db: Db, { workspaceId, id, now }: SiteAt): Promise<boolean> {
  const { rowCount } = await db.query(
    `WITH deleted AS (
       DELETE FROM sites.sites WHERE workspace_id = $1 AND id = $2 AND purge_began_at IS NOT NULL RETURNING id
     ), deleted_events AS (
       DELETE FROM sites.notices WHERE workspace_id = $1 AND site_id IN (SELECT id FROM deleted)
     ), deleted_claims AS (
       -- Those of a claim that ran while the purge began; ClaimEvents stores none afterwards.
       DELETE FROM sites.event_claims WHERE site_id IN (SELECT id FROM deleted) RETURNING 1
     ), purged_event AS (
       -- Without a site_id: this event outlives the site.
       INSERT INTO sites.notices (workspace_id, id, type, at, data)
       SELECT workspace_id, 'msg_' || replace(gen_random_uuid()::text, '-', ''), 'site.purged', $3,
         jsonb_build_object('siteId', site_id, 'rows', rows)
       FROM sites.purges WHERE workspace_id = $1 AND site_id IN (SELECT id FROM deleted)
     )
     UPDATE sites.purges SET finished_at = coalesce(finished_at, $3), rows = ${withClaims('(SELECT count(*) FROM deleted_claims)')} WHERE workspace_id = $1 AND site_id = $2`,
    [workspaceId, id, new Date(now)],
  );
  return rowCount === 1;
}

/** The record of a purge that has begun. Times are Unix milliseconds. */
export interface PurgeRecord {
  readonly siteId: number;
  readonly deletedAt: number;
  readonly purgeAt: number;
  readonly beganAt: number;
  /** Undefined until every row is deleted. */
  readonly finishedAt?: number;
  /** Deleted rows by table. */
  readonly rows: Readonly<Record<string, number>>;
}

interface Row {
  readonly site_id: string;
  readonly deleted_at: Date;
  readonly purge_at: Date;
  readonly began_at: Date;
  readonly finished_at: Date | null;
  readonly rows: Record<string, number>;
}

const COLUMNS = 'site_id, deleted_at, purge_at, began_at, finished_at, rows';

const fromRow = (row: Row): PurgeRecord => ({
  siteId: Number(row.site_id),
  deletedAt: row.deleted_at.getTime(),
  purgeAt: row.purge_at.getTime(),
  beganAt: row.began_at.getTime(),
  ...(row.finished_at ? { finishedAt: row.finished_at.getTime() } : {}),
  rows: row.rows,
});

/** The purge record of the workspace's site; undefined before its purge begins. */
export async function getPurge(
  db: Db,
  workspaceId: number,
  siteId: number,
): Promise<PurgeRecord | undefined> {
  const { rows } = await db.query<Row>(
    `SELECT ${COLUMNS} FROM sites.purges WHERE workspace_id = $1 AND site_id = $2`,
    [workspaceId, siteId],
  );
  return rows[0] && fromRow(rows[0]);
}

/** A deleted or purged site. Times are Unix milliseconds. */
export interface SiteDeletion {
  readonly workspaceId: number;
  readonly siteId: number;
  readonly createdAtMs: number;
  readonly deletedAtMs: number;
  readonly purgeAtMs: number;
}

/** The deleted and purged sites of every workspace, by id. */
export async function listDeletions(
  db: Db,
  { afterSiteId, limit }: { readonly afterSiteId: number; readonly limit: number },
): Promise<SiteDeletion[]> {
  const { rows } = await db.query<
    Record<'workspace_id' | 'site_id', string> & Record<'created_at' | 'deleted_at' | 'purge_at', Date>
  >(
    `SELECT workspace_id, id AS site_id, created_at, deleted_at, purge_at FROM sites.sites
      WHERE id > $1 AND deleted_at IS NOT NULL AND purge_began_at IS NULL
     UNION ALL
     SELECT workspace_id, site_id, created_at, deleted_at, purge_at FROM sites.purges WHERE site_id > $1
     ORDER BY site_id LIMIT $2`,
    [afterSiteId, limit],
  );
  return rows.map((row) => ({
    workspaceId: Number(row.workspace_id),
    siteId: Number(row.site_id),
    createdAtMs: row.created_at.getTime(),
    deletedAtMs: row.deleted_at.getTime(),
    purgeAtMs: row.purge_at.getTime(),
  }));
}

/**
 * Deletes a site of a restored database again, without a webhook event. Matches its creation time, because a site that was
 * created after the restore can have the same id. False if nothing changed.
 */
export async function repeatDeletion(db: Db, deletion: SiteDeletion): Promise<boolean> {
  const { workspaceId, siteId, createdAtMs, deletedAtMs, purgeAtMs } = deletion;
  const { rowCount } = await db.query(
    `UPDATE sites.sites SET deleted_at = $4, purge_at = $5
      WHERE workspace_id = $1 AND id = $2 AND created_at = $3 AND purge_began_at IS NULL
        AND (deleted_at, purge_at) IS DISTINCT FROM ($4::timestamptz, $5::timestamptz)`,
    [workspaceId, siteId, ...[createdAtMs, deletedAtMs, purgeAtMs].map((time) => new Date(time))],
  );
  return rowCount === 1;
}

/** The deletion of the workspace's site, `null` for an active site; undefined without such a site. */
export async function getDeletion(
  db: Db,
  workspaceId: number,
  siteId: number,
): Promise<Deletion | null | undefined> {
  const { rows } = await db.query<{ deleted_at: Date | null; purge_at: Date | null }>(
    'SELECT deleted_at, purge_at FROM sites.sites WHERE workspace_id = $1 AND id = $2',
    [workspaceId, siteId],
  );
  const [row] = rows;
  if (!row) return undefined;
  if (!row.deleted_at || !row.purge_at) return null;
  return { deletedAt: row.deleted_at.getTime(), purgeAt: row.purge_at.getTime() };
}

/** Selects purges before a time and site id, in descending order of both. */
export interface PurgePage {
  readonly before?: { readonly beganAt: number; readonly siteId: number };
  readonly limit: number;
}

/** The workspace's purges, last begun first. */
export async function listPurges(
  db: Db,
  workspaceId: number,
  { before, limit }: PurgePage,
): Promise<PurgeRecord[]> {
  const { rows } = await db.query<Row>(
    `SELECT ${COLUMNS} FROM sites.purges
     WHERE workspace_id = $1 AND (began_at, site_id) < (coalesce($2, 'infinity'::timestamptz), $3)
     ORDER BY began_at DESC, site_id DESC LIMIT $4`,
    [workspaceId, before ? new Date(before.beganAt) : null, before?.siteId ?? 0, limit],
  );
  return rows.map(fromRow);
}
