import type { Db } from '@headwater/kit/pg/pool';
import { inTransaction } from '@headwater/kit/pg/transaction';
import type { SavedView } from '../domain/saved-view';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly page: string;
  readonly site_id: string | null;
  readonly query: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const COLUMNS = 'id, name, page, site_id, query, created_at, updated_at';

const fromRow = ({ id, name, page, site_id, query, created_at, updated_at }: Row): SavedView => ({
  ...{ id: Number(id), name, page, query },
  siteId: site_id === null ? undefined : Number(site_id),
  createdAt: created_at.getTime(),
  updatedAt: updated_at.getTime(),
});

/** The saved views that a caller sees: those of a workspace, or of certain sites of it. */
export interface Visible {
  readonly workspaceId: number;
  /** Undefined: all sites, and pages of the workspace. */
  readonly sites: readonly number[] | undefined;
}

/** SQL of whether the caller of the workspace $1 with the sites $2 sees a view. Deleted sites have none for the API. */
const IS_VISIBLE = `workspace_id = $1 AND ($2::bigint[] IS NULL OR site_id = ANY ($2))
  AND (site_id IS NULL OR EXISTS (SELECT FROM sites.sites s
    WHERE s.id = site_id AND s.workspace_id = $1 AND s.deleted_at IS NULL))`;

/** Saved views by id. */
export async function listSavedViews(db: Db, { workspaceId, sites }: Visible): Promise<SavedView[]> {
  const { rows } = await db.query<Row>(
    `SELECT ${COLUMNS} FROM sites.saved_views WHERE ${IS_VISIBLE} ORDER BY id`,
    [workspaceId, sites ?? null],
  );
  return rows.map(fromRow);
}

/** Inserts a saved view; undefined when there is no such active site, or the workspace has `max` already. */
export async function insertSavedView(
  db: Db,
  {
    workspaceId,
    name,
    page,
    siteId,
    query,
    at,
    max,
  }: Pick<SavedView, 'name' | 'page' | 'siteId' | 'query'> & {
    readonly workspaceId: number;
    /** Unix milliseconds. */
    readonly at: number;
    readonly max: number;
  },
): Promise<SavedView | undefined> {
  return inTransaction(db, async (client) => {
    // Serialises inserts of one workspace: two concurrent ones must not both count one less than the max.
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('sites.saved_views', $1))`, [
      workspaceId,
    ]);
    const { rows } = await client.query<Row>(
      `INSERT INTO sites.saved_views (workspace_id, site_id, name, page, query, created_at, updated_at)
       SELECT $1, $2::bigint, $3, $4, $5, $6, $6
       WHERE (SELECT count(*) FROM sites.saved_views WHERE workspace_id = $1) < $7
         AND ($2 IS NULL OR EXISTS (SELECT FROM sites.sites s
           WHERE s.id = $2 AND s.workspace_id = $1 AND s.deleted_at IS NULL))
       RETURNING ${COLUMNS}`,
      [workspaceId, siteId ?? null, name, page, query, new Date(at), max],
    );
    return rows[0] && fromRow(rows[0]);
  });
}

/** Changes the given fields of a visible view; undefined when there is none. */
export async function updateSavedView(
  db: Db,
  {
    workspaceId,
    sites,
    id,
    name,
    query,
    at,
  }: Visible & {
    readonly id: number;
    readonly name?: string;
    readonly query?: string;
    /** Unix milliseconds. */
    readonly at: number;
  },
): Promise<SavedView | undefined> {
  const { rows } = await db.query<Row>(
    `UPDATE sites.saved_views SET name = coalesce($4, name), query = coalesce($5, query), updated_at = $6
     WHERE ${IS_VISIBLE} AND id = $3
     RETURNING ${COLUMNS}`,
    [workspaceId, sites ?? null, id, name ?? null, query ?? null, new Date(at)],
  );
  return rows[0] && fromRow(rows[0]);
}

/** Deletes a visible view; false when there is none. */
export async function deleteSavedView(
  db: Db,
  { workspaceId, sites, id }: Visible & { readonly id: number },
): Promise<boolean> {
  const { rowCount } = await db.query(`DELETE FROM sites.saved_views WHERE ${IS_VISIBLE} AND id = $3`, [
    workspaceId,
    sites ?? null,
    id,
  ]);
  return rowCount === 1;
}
