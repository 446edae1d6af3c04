import type { Db } from '@headwater/kit/pg/pool';
import { retentionDueSince, type Retention } from '../domain/retention';

/** Columns of a `Retention`. */
export const RETENTION_COLUMNS =
  'retention_days, retention_applies_at, previous_retention_days, removed_before, removal_finished_before';

/** A row with these columns. */
export interface RetentionRow {
  readonly retention_days: number | null;
  readonly retention_applies_at: Date | null;
  readonly previous_retention_days: number | null;
  readonly removed_before: Date | null;
  readonly removal_finished_before: Date | null;
}

export function retentionOf(row: RetentionRow): Retention {
  return {
    days: row.retention_days,
    appliesAt: row.retention_applies_at?.getTime() ?? null,
    previousDays: row.previous_retention_days,
    removedBefore: row.removed_before?.getTime() ?? null,
    finishedBefore: row.removal_finished_before?.getTime() ?? null,
  };
}

/** A site with a retention. */
export interface RetainedSite {
  readonly id: number;
  readonly workspaceId: number;
  readonly timezone: string;
  readonly retention: Retention;
}

interface Row extends RetentionRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly timezone: string;
}

const fromRow = (row: Row): RetainedSite => ({
  id: Number(row.id),
  workspaceId: Number(row.workspace_id),
  timezone: row.timezone,
  retention: retentionOf(row),
});

const IS_RETAINED =
  '(retention_days IS NOT NULL OR previous_retention_days IS NOT NULL) AND purge_began_at IS NULL';

/** The sites of every workspace that have a retention, deleted ones too, by id. Without those whose purge has begun. */
export async function listRetainedSites(db: Db): Promise<RetainedSite[]> {
  const { rows } = await db.query<Row>(
    `SELECT id, workspace_id, timezone, ${RETENTION_COLUMNS} FROM sites.sites
     WHERE ${IS_RETAINED} ORDER BY id`,
  );
  return rows.map(fromRow);
}

/** Sites with days that their retention excludes. */
export interface RetentionState {
  readonly due: number;
  /** When the first of them became due, Unix milliseconds. */
  readonly dueSince?: number;
}

interface GroupOfSites {
  readonly timezone: string;
  /** Of the oldest site. */
  readonly created_at: Date;
  readonly sites: number;
}

/** @param now Unix milliseconds. */
export async function getRetentionState(db: Db, now: number): Promise<RetentionState> {
  // Sites with the same retention and time zone are due together: thousands of sites are a few groups.
  const { rows } = await db.query<RetentionRow & GroupOfSites>(
    `SELECT timezone, ${RETENTION_COLUMNS}, min(created_at) AS created_at, count(*)::int AS sites FROM sites.sites
     WHERE ${IS_RETAINED} GROUP BY timezone, ${RETENTION_COLUMNS}`,
  );
  let due = 0;
  let first = Infinity;
  for (const { timezone, created_at, sites, ...columns } of rows) {
    const createdAt = created_at.getTime();
    const since = retentionDueSince(retentionOf(columns), { timezone, createdAt, now });
    if (since === undefined) continue;
    due += sites;
    first = Math.min(first, since);
  }
  return { due, ...(due > 0 ? { dueSince: first } : {}) };
}

/** A site and a time before which its events are removed, Unix milliseconds. */
export interface Removal {
  readonly workspaceId: number;
  readonly siteId: number;
  readonly before: number;
}

/** The site with its retention, locked until the transaction ends: a concurrent change waits. */
export async function lockRetainedSite(
  db: Db,
  { workspaceId, siteId }: Omit<Removal, 'before'>,
): Promise<RetainedSite | undefined> {
  const { rows } = await db.query<Row>(
    `SELECT id, workspace_id, timezone, ${RETENTION_COLUMNS} FROM sites.sites
     WHERE workspace_id = $1 AND id = $2 AND purge_began_at IS NULL FOR UPDATE`,
    [workspaceId, siteId],
  );
  return rows[0] && fromRow(rows[0]);
}

/** Records that a removal begins. Never goes back to an earlier time. */
export async function recordRemoval(db: Db, { workspaceId, siteId, before }: Removal): Promise<void> {
  await db.query(
    `UPDATE sites.sites SET removed_before = greatest(removed_before, $3)
     WHERE workspace_id = $1 AND id = $2`,
    [workspaceId, siteId, new Date(before)],
  );
}

/** Records that a removal that has begun is complete. */
export async function recordRemoved(db: Db, { workspaceId, siteId, before }: Removal): Promise<void> {
  await db.query(
    `UPDATE sites.sites SET removal_finished_before = greatest(removal_finished_before, $3)
     WHERE workspace_id = $1 AND id = $2 AND removed_before >= $3`,
    [workspaceId, siteId, new Date(before)],
  );
}
