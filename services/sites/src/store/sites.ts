import type { Db } from '@headwater/kit/pg/pool';
import type { PageFacts } from '../domain/detection/findings';
import type { Deletion, Detection, NewSite, Site, SiteChanges } from '../domain/site';
import { RETENTION_GRACE_MS } from '../domain/retention';
import { RETENTION_COLUMNS, retentionOf, type RetentionRow } from './retention';
import { insertSiteEvents } from './webhook-events';

/** The columns of a `Site`. */
const COLUMNS = `id, workspace_id, domain, name, timezone, categories, tags, site_key, created_at,
  installed_at, scrub, click_ids, excluded_paths, excluded_addresses, deleted_at, purge_at, detection_status, detection, detection_checked_at, ${RETENTION_COLUMNS}`;

/** A row of `sites.sites`; `pg` returns 64-bit integers as strings. */
interface Row extends RetentionRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly domain: string;
  readonly name: string;
  readonly timezone: string;
  readonly categories: string[];
  readonly tags: string[];
  readonly site_key: string;
  readonly created_at: Date;
  readonly installed_at: Date | null;
  readonly scrub: boolean;
  readonly click_ids: boolean;
  readonly excluded_paths: string[];
  readonly excluded_addresses: string[];
  readonly deleted_at: Date | null;
  readonly purge_at: Date | null;
  readonly detection_status: Detection['status'] | null;
  readonly detection: PageFacts | null;
  readonly detection_checked_at: Date | null;
}

function fromRow(row: Row): Site {
  return {
    id: Number(row.id),
    workspaceId: Number(row.workspace_id),
    domain: row.domain,
    name: row.name,
    timezone: row.timezone,
    categories: row.categories,
    tags: row.tags,
    siteKey: row.site_key,
    installed: row.installed_at !== null,
    scrub: row.scrub,
    clickIds: row.click_ids,
    excludedPaths: row.excluded_paths,
    excludedAddresses: row.excluded_addresses,
    createdAt: row.created_at.getTime(),
    retention: retentionOf(row),
    ...(row.deleted_at && row.purge_at
      ? { deletion: { deletedAt: row.deleted_at.getTime(), purgeAt: row.purge_at.getTime() } }
      : {}),
    ...detectionOf(row),
  };
}

function detectionOf(row: Row): Pick<Site, 'detection'> {
  const { detection_status: status, detection: facts, detection_checked_at: at } = row;
  if (status === null) return {};
  if (status === 'pending' || !facts || !at) return { detection: { status: 'pending' } };
  return { detection: { status, ...facts, checkedAt: at.getTime() } };
}

async function selectSites(db: Db, condition: string, values: readonly unknown[]): Promise<Site[]> {
  const { rows } = await db.query<Row>(`SELECT ${COLUMNS} FROM sites.sites WHERE ${condition}`, [...values]);
  return rows.map(fromRow);
}

/** The workspace's active sites by id. */
export function listActiveSites(db: Db, workspaceId: number): Promise<Site[]> {
  return selectSites(db, 'workspace_id = $1 AND deleted_at IS NULL ORDER BY id', [workspaceId]);
}

/** The workspace's deleted sites that can be restored at `now` (Unix milliseconds), last deleted first. */
export function listDeletedSites(db: Db, workspaceId: number, now: number): Promise<Site[]> {
  return selectSites(db, 'workspace_id = $1 AND purge_at > $2 ORDER BY deleted_at DESC, id DESC', [
    workspaceId,
    new Date(now),
  ]);
}

/** The workspace's active site, or undefined. */
export async function getActiveSite(db: Db, workspaceId: number, id: number): Promise<Site | undefined> {
  return (await getActiveSites(db, workspaceId, [id]))[0];
}

/** Those of the ids that are active sites of the workspace. */
export function getActiveSites(db: Db, workspaceId: number, ids: readonly number[]): Promise<Site[]> {
  return selectSites(db, 'workspace_id = $1 AND id = ANY($2::bigint[]) AND deleted_at IS NULL', [
    workspaceId,
    ids,
  ]);
}

/**
 * The active or deleted site with this id, in any workspace. Only for checking a site key: it is the one query without a
 * workspace, because its result names the workspace.
 */
export async function getSiteForKey(db: Db, id: number): Promise<Site | undefined> {
  return (await selectSites(db, 'id = $1', [id]))[0];
}

/** A checked site with its generated fields. Times are Unix milliseconds. */
export interface SiteToInsert extends NewSite {
  readonly siteKey: string;
  readonly createdAt: number;
  /** Default: never. */
  readonly expiresAt?: number;
}

/** Far more than any race needs: each repeat takes another caller that creates and deletes the domain in between. */
const MAX_CREATE_ATTEMPTS = 20;

/** The workspace's active site with the domain: the existing one, unchanged, or a new one. Concurrent calls get one site. */
export async function createSite(
  db: Db,
  workspaceId: number,
  site: SiteToInsert,
): Promise<{ site: Site; existing: boolean }> {
  for (let attempt = 0; attempt < MAX_CREATE_ATTEMPTS; attempt += 1) {
    // Reading first uses up no id when the site exists.
    const [existing] = await selectSites(db, 'workspace_id = $1 AND domain = $2 AND deleted_at IS NULL', [
      workspaceId,
      site.domain,
    ]);
    if (existing) return { site: existing, existing: true };
    const inserted = await insertSite(db, workspaceId, site);
    if (inserted) return { site: inserted, existing: false };
    // A concurrent call created the site between the two statements; the next read finds it.
  }
  throw new Error(`the domain was created and deleted ${MAX_CREATE_ATTEMPTS} times during one call`);
}

/** Serialises the creation of sites in a workspace until the transaction ends, so that concurrent calls keep its limits. */
export async function lockSites(db: Db, workspaceId: number): Promise<void> {
  await db.query(`SELECT pg_advisory_xact_lock(hashtextextended('sites of a workspace', $1))`, [workspaceId]);
}

/** The sites of a workspace that are not purged. */
export interface SiteCounts {
  readonly lasting: number;
  readonly expiring: number;
}

export async function countSites(db: Db, workspaceId: number): Promise<SiteCounts> {
  const { rows } = await db.query<SiteCounts>(
    `SELECT count(*) FILTER (WHERE expires_at IS NULL)::int AS lasting, count(expires_at)::int AS expiring
     FROM sites.sites WHERE workspace_id = $1`,
    [workspaceId],
  );
  return rows[0] ?? { lasting: 0, expiring: 0 };
}

/** Waits for a concurrent create or restore of the domain to commit. Undefined if the domain then has an active site. */
async function insertSite(db: Db, workspaceId: number, site: SiteToInsert): Promise<Site | undefined> {
  const { rows } = await db.query<Row>(
    `INSERT INTO sites.sites
       (workspace_id, domain, name, timezone, categories, tags, site_key, created_at, detection_status,
        expires_at, retention_days)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (workspace_id, domain) WHERE deleted_at IS NULL DO NOTHING
     RETURNING ${COLUMNS}`,
    [
      ...[workspaceId, site.domain, site.name, site.timezone, site.categories, site.tags, site.siteKey],
      new Date(site.createdAt),
      site.detect ? 'pending' : null,
      site.expiresAt === undefined ? null : new Date(site.expiresAt),
      site.retentionDays,
    ],
  );
  return rows[0] && fromRow(rows[0]);
}

/** The retention that applies at the time $11. */
const APPLIED_DAYS =
  'CASE WHEN retention_applies_at > $11 THEN previous_retention_days ELSE retention_days END';
/** The column's new value: unchanged without a new retention; for a shorter one `waiting`; otherwise null. */
const retentionColumn = (column: string, waiting: string): string =>
  `${column} = CASE
     WHEN NOT $9 OR retention_days IS NOT DISTINCT FROM $10 THEN ${column}
     WHEN $10 < coalesce(${APPLIED_DAYS}, $10 + 1) THEN ${waiting}
   END`;

/**
 * Applies the given changes and returns the whole site; undefined without such an active site. A retention that is shorter than the
 * applied one waits for a week; a longer one applies immediately. Then older days may be imported again, so their removal is no
 * longer finished.
 */
export async function updateSite(
  db: Db,
  { workspaceId, id, now }: { readonly workspaceId: number; readonly id: number; readonly now: number },
  changes: SiteChanges,
): Promise<Site | undefined> {
  const { rows } = await db.query<Row>(
    `UPDATE sites.sites SET
       name = CASE WHEN $7 THEN domain ELSE coalesce($3, name) END,
       timezone = coalesce($4, timezone),
       categories = coalesce($5, categories),
       tags = coalesce($6, tags),
       scrub = coalesce($8, scrub),
       click_ids = coalesce($13, click_ids),
       excluded_paths = coalesce($14, excluded_paths),
       excluded_addresses = coalesce($15, excluded_addresses),
       retention_days = CASE WHEN $9 THEN $10::integer ELSE retention_days END,
       ${retentionColumn('retention_applies_at', '$12::timestamptz')},
       ${retentionColumn('previous_retention_days', APPLIED_DAYS)},
       removal_finished_before = CASE
         WHEN NOT $9 THEN removal_finished_before
         WHEN $10::integer IS NULL THEN NULL
         WHEN removal_finished_before > $11::timestamptz - make_interval(days => $10::integer)
           THEN $11::timestamptz - make_interval(days => $10::integer)
         ELSE removal_finished_before
       END
     WHERE workspace_id = $1 AND id = $2 AND deleted_at IS NULL
     RETURNING ${COLUMNS}`,
    [
      ...[workspaceId, id, changes.name, changes.timezone, changes.categories, changes.tags],
      changes.name === null,
      changes.scrub,
      changes.retentionDays !== undefined,
      changes.retentionDays,
      new Date(now),
      new Date(now + RETENTION_GRACE_MS),
      ...[changes.clickIds, changes.excludedPaths, changes.excludedAddresses],
    ],
  );
  return rows[0] && fromRow(rows[0]);
}

/** Deletes an active site until its restore or purge. False without such an active site. */
export async function deleteSite(
  db: Db,
  workspaceId: number,
  id: number,
  { deletedAt, purgeAt }: Deletion,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `WITH deleted AS (
       UPDATE sites.sites SET deleted_at = $3, purge_at = $4
       WHERE workspace_id = $1 AND id = $2 AND deleted_at IS NULL RETURNING *
     )
     ${insertSiteEvents('deleted', 'site.deleted', 'deleted_at')}`,
    [workspaceId, id, new Date(deletedAt), new Date(purgeAt)],
  );
  return rowCount === 1;
}

export type Restored =
  | { readonly outcome: 'active'; readonly site: Site }
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'domain_in_use' };

const UNIQUE_VIOLATION = '23505';

/**
 * Restores a deleted site unless it is due for its purge at `now` (Unix milliseconds). The unique index decides a race with a
 * create of its domain. Returns an active site unchanged, so that a retry gets the same answer.
 */
export async function restoreSite(db: Db, workspaceId: number, id: number, now: number): Promise<Restored> {
  try {
    const { rows } = await db.query<Row>(
      `UPDATE sites.sites SET deleted_at = NULL, purge_at = NULL
       WHERE workspace_id = $1 AND id = $2 AND purge_at > $3 AND purge_began_at IS NULL
       RETURNING ${COLUMNS}`,
      [workspaceId, id, new Date(now)],
    );
    const site = rows[0] ? fromRow(rows[0]) : await getActiveSite(db, workspaceId, id);
    return site ? { outcome: 'active', site } : { outcome: 'not_found' };
  } catch (error) {
    if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) return { outcome: 'domain_in_use' };
    throw error;
  }
}

/**
 * Records when the snippet was first seen on the site; later calls change nothing. Takes no workspace: the caller has checked
 * the site key. Also marks a site that was deleted in the meantime, because its event arrived before.
 *
 * @param at Unix milliseconds.
 */
export async function markInstalled(db: Db, id: number, at: number): Promise<void> {
  await db.query(
    `WITH installed AS (
       UPDATE sites.sites SET installed_at = $2 WHERE id = $1 AND installed_at IS NULL RETURNING *
     )
     ${insertSiteEvents('installed', 'site.installed', 'installed_at')}`,
    [id, new Date(at)],
  );
}
