import type { Db } from '@headwater/kit/pg/pool';
import { inTransaction } from '@headwater/kit/pg/transaction';
import type { Annotation } from '../domain/annotation';
import { OF_ACTIVE_SITE, type SiteReference } from './goals-and-funnels';

interface Row {
  readonly id: string;
  readonly day: string;
  readonly text: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const COLUMNS = "id, to_char(day, 'YYYY-MM-DD') AS day, text, created_at, updated_at";

const fromRow = ({ id, day, text, created_at, updated_at }: Row): Annotation => ({
  id: Number(id),
  day,
  text,
  createdAt: created_at.getTime(),
  updatedAt: updated_at.getTime(),
});

/** Days, inclusive. Undefined: no bound. */
interface Days {
  readonly from?: string;
  readonly to?: string;
}

/** The annotations of an active site by day, those of one day by id. */
export async function listAnnotations(
  db: Db,
  { workspaceId, siteId, from, to }: SiteReference & Days,
): Promise<Annotation[]> {
  const { rows } = await db.query<Row>(
    `SELECT ${COLUMNS} FROM sites.annotations WHERE workspace_id = $1 AND site_id = $2 AND ${OF_ACTIVE_SITE}
       AND ($3::date IS NULL OR day >= $3) AND ($4::date IS NULL OR day <= $4)
     ORDER BY annotations.day, id`,
    [workspaceId, siteId, from ?? null, to ?? null],
  );
  return rows.map(fromRow);
}

/** Inserts an annotation; undefined when there is no such active site, or it has `max` already. */
export async function insertAnnotation(
  db: Db,
  {
    workspaceId,
    siteId,
    day,
    text,
    at,
    max,
  }: SiteReference & {
    readonly day: string;
    readonly text: string;
    /** Unix milliseconds. */
    readonly at: number;
    readonly max: number;
  },
): Promise<Annotation | undefined> {
  return inTransaction(db, async (client) => {
    // Serialises inserts of one site: two concurrent ones must not both count one less than the max.
    await client.query('SELECT FROM sites.sites WHERE workspace_id = $1 AND id = $2 FOR NO KEY UPDATE', [
      workspaceId,
      siteId,
    ]);
    const { rows } = await client.query<Row>(
      `INSERT INTO sites.annotations (workspace_id, site_id, day, text, created_at, updated_at)
       SELECT $1, $2, $3, $4, $5, $5
       WHERE ${OF_ACTIVE_SITE} AND (SELECT count(*) FROM sites.annotations WHERE site_id = $2) < $6
       RETURNING ${COLUMNS}`,
      [workspaceId, siteId, day, text, new Date(at), max],
    );
    return rows[0] && fromRow(rows[0]);
  });
}

/** Changes the given fields of an annotation of an active site; undefined when there is none. */
export async function updateAnnotation(
  db: Db,
  {
    workspaceId,
    siteId,
    id,
    day,
    text,
    at,
  }: SiteReference & {
    readonly id: number;
    readonly day?: string;
    readonly text?: string;
    /** Unix milliseconds. */
    readonly at: number;
  },
): Promise<Annotation | undefined> {
  const { rows } = await db.query<Row>(
    `UPDATE sites.annotations SET day = coalesce($4, day), text = coalesce($5, text), updated_at = $6
     WHERE workspace_id = $1 AND site_id = $2 AND id = $3 AND ${OF_ACTIVE_SITE}
     RETURNING ${COLUMNS}`,
    [workspaceId, siteId, id, day ?? null, text ?? null, new Date(at)],
  );
  return rows[0] && fromRow(rows[0]);
}

/** Deletes an annotation of an active site; false when there is none. */
export async function deleteAnnotation(
  db: Db,
  { workspaceId, siteId, id }: SiteReference & { readonly id: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `DELETE FROM sites.annotations WHERE workspace_id = $1 AND site_id = $2 AND id = $3 AND ${OF_ACTIVE_SITE}`,
    [workspaceId, siteId, id],
  );
  return rowCount === 1;
}
