import type { Pool } from '@headwater/kit/pg/pool';

/** The record of a purge, from its begin on. Times: Unix milliseconds. */
export interface PurgeRecord {
  readonly siteId: number;
  readonly deletedAt: number;
  readonly purgeAt: number;
  readonly beganAt: number;
  /** Undefined until every row is gone. */
  readonly finishedAt?: number;
  /** Rows that it found, by table. */
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

/** The record of a site's purge; undefined before it began, or of another workspace. */
export async function getPurge(
  pool: Pool,
  workspaceId: number,
  siteId: number,
): Promise<PurgeRecord | undefined> {
  const { rows } = await pool.query<Row>(
    `SELECT ${COLUMNS} FROM sites.purges WHERE workspace_id = $1 AND site_id = $2`,
    [workspaceId, siteId],
  );
  return rows[0] && fromRow(rows[0]);
}

/** When a site of the workspace was deleted, if it is in the bin; undefined when there is no such site. */
export async function getDeletion(
  pool: Pool,
  workspaceId: number,
  siteId: number,
): Promise<{ readonly bin?: { readonly deletedAt: number; readonly purgeAt: number } } | undefined> {
  const { rows } = await pool.query<{ deleted_at: Date | null; purge_at: Date | null }>(
    'SELECT deleted_at, purge_at FROM sites.sites WHERE workspace_id = $1 AND id = $2',
    [workspaceId, siteId],
  );
  const [row] = rows;
  if (!row) return undefined;
  if (!row.deleted_at || !row.purge_at) return {};
  return { bin: { deletedAt: row.deleted_at.getTime(), purgeAt: row.purge_at.getTime() } };
}

/** Which purges to list: those before a moment and site id, in descending order of both. */
export interface PurgePage {
  readonly before?: { readonly beganAt: number; readonly siteId: number };
  readonly limit: number;
}

/** The workspace's purges, last begun first. */
export async function listPurges(
  pool: Pool,
  workspaceId: number,
  { before, limit }: PurgePage,
): Promise<PurgeRecord[]> {
  const { rows } = await pool.query<Row>(
    `SELECT ${COLUMNS} FROM sites.purges
     WHERE workspace_id = $1 AND (began_at, site_id) < (coalesce($2, 'infinity'::timestamptz), $3)
     ORDER BY began_at DESC, site_id DESC LIMIT $4`,
    [workspaceId, before ? new Date(before.beganAt) : null, before?.siteId ?? 0, limit],
  );
  return rows.map(fromRow);
}
