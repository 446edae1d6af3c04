import type { Db } from '@headwater/kit/pg/pool';

export interface SiteToAudit {
  readonly id: number;
  readonly workspaceId: number;
  readonly timezone: string;
  /** `YYYY-MM-DD`, if the last audit found differences on this day. */
  readonly day?: string;
}

/**
 * Active sites of every workspace: first sites with differences, at most half of the limit, then all others. Of each kind, first
 * those whose last audit began the longest ago.
 */
export async function listSitesToAudit(db: Db, limit: number): Promise<SiteToAudit[]> {
  const { rows } = await db.query<{
    id: string;
    workspace_id: string;
    timezone: string;
    day: string | null;
  }>(
    // Sites without an audit follow in the order of a hash, not of their age.
    `SELECT id, sites.workspace_id, timezone, CASE WHEN differences > 0 THEN to_char(day, 'YYYY-MM-DD') END AS day
     FROM (
       SELECT sites.*, day, differences, coalesce(attempted_at, audited_at) AS began_at,
         row_number() OVER (PARTITION BY coalesce(differences, 0) > 0
                            ORDER BY coalesce(attempted_at, audited_at) NULLS FIRST, hashint8(id), id) AS place
       FROM sites.sites AS sites LEFT JOIN sites.audits ON site_id = id
       WHERE deleted_at IS NULL
     ) AS sites
     ORDER BY coalesce(differences, 0) > 0 AND place <= ceil($1::numeric / 2) DESC, began_at NULLS FIRST, hashint8(id), id
     LIMIT $1`,
    [limit],
  );
  return rows.map(({ id, workspace_id, timezone, day }) => ({
    id: Number(id),
    workspaceId: Number(workspace_id),
    timezone,
    ...(day === null ? {} : { day }),
  }));
}

/** Records that an audit of the workspace's site begins. Ignores an unknown site. @param now Unix milliseconds */
export async function beginAudit(
  db: Db,
  site: { readonly workspaceId: number; readonly id: number; readonly now: number },
): Promise<void> {
  await db.query(
    `INSERT INTO sites.audits (site_id, workspace_id, attempted_at, differences)
     SELECT id, workspace_id, $3, 0 FROM sites.sites WHERE workspace_id = $1 AND id = $2
     ON CONFLICT (site_id) DO UPDATE SET attempted_at = excluded.attempted_at`,
    [site.workspaceId, site.id, new Date(site.now)],
  );
}

/** Replaces the result of the previous audit of the workspace's site. Ignores an unknown site. @param now Unix milliseconds */
export async function recordAudit(
  db: Db,
  site: { readonly workspaceId: number; readonly id: number; readonly now: number },
  { day, differences }: { readonly day?: string; readonly differences: number },
): Promise<void> {
  await db.query(
    `INSERT INTO sites.audits (site_id, workspace_id, audited_at, day, differences)
     SELECT id, workspace_id, $3, $4, $5 FROM sites.sites WHERE workspace_id = $1 AND id = $2
     ON CONFLICT (site_id) DO UPDATE
     SET audited_at = excluded.audited_at, day = excluded.day, differences = excluded.differences`,
    [site.workspaceId, site.id, new Date(site.now), day ?? null, differences],
  );
}

/** The last audits of all active sites. */
export interface AuditState {
  readonly differences: number;
  /** Of the last run, Unix milliseconds; undefined before the first run. */
  readonly auditedAt?: number;
}

export async function getAuditState(db: Db): Promise<AuditState> {
  const { rows } = await db.query<{ differences: number; audited_at: Date | null }>(
    `SELECT coalesce(sum(differences), 0)::int AS differences, max(audited_at) AS audited_at
     FROM sites.audits JOIN sites.sites ON id = site_id WHERE deleted_at IS NULL`,
  );
  const auditedAt = rows[0]?.audited_at?.getTime();
  return { differences: rows[0]?.differences ?? 0, ...(auditedAt === undefined ? {} : { auditedAt }) };
}
