import type { Pool } from '@headwater/kit/pg/pool';
import { inTransaction } from '@headwater/kit/pg/transaction';
import type { Defined, Definitions } from '../domain/goal';

export type DefinitionKind = keyof Definitions;

/** A site of a workspace. */
export interface SiteOf {
  readonly workspaceId: number;
  readonly siteId: number;
}

/** Where definitions of each kind are kept. */
export const DEFINITION_TABLES: Readonly<Record<DefinitionKind, string>> = {
  goal: 'sites.goals',
  funnel: 'sites.funnels',
};
/** The site must be active: in the bin it has no goals for the API. */
const OF_ACTIVE_SITE = `EXISTS (SELECT FROM sites.sites s
  WHERE s.id = $2 AND s.workspace_id = $1 AND s.deleted_at IS NULL)`;

interface Row<K extends DefinitionKind> {
  readonly id: string;
  readonly definition: Definitions[K];
}

const fromRow = <K extends DefinitionKind>({ id, definition }: Row<K>): Defined<K> => ({
  id: Number(id),
  ...definition,
});

/** A site's goals or funnels by id. */
export async function listDefinitions<K extends DefinitionKind>(
  pool: Pool,
  kind: K,
  { workspaceId, siteId }: SiteOf,
): Promise<Defined<K>[]> {
  const { rows } = await pool.query<Row<K>>(
    `SELECT id, definition FROM ${DEFINITION_TABLES[kind]} WHERE workspace_id = $1 AND site_id = $2 AND ${OF_ACTIVE_SITE}
     ORDER BY id`,
    [workspaceId, siteId],
  );
  return rows.map(fromRow);
}

/** One goal or funnel; undefined when the active site has none of this id. */
export async function getDefinition<K extends DefinitionKind>(
  pool: Pool,
  kind: K,
  { workspaceId, siteId, id }: SiteOf & { readonly id: number },
): Promise<Defined<K> | undefined> {
  const { rows } = await pool.query<Row<K>>(
    `SELECT id, definition FROM ${DEFINITION_TABLES[kind]}
     WHERE workspace_id = $1 AND site_id = $2 AND id = $3 AND ${OF_ACTIVE_SITE}`,
    [workspaceId, siteId, id],
  );
  return rows[0] && fromRow(rows[0]);
}

/** Keeps a new goal or funnel; undefined when the active site has `most` already. @param at Unix milliseconds. */
export async function insertDefinition<K extends DefinitionKind>(
  pool: Pool,
  kind: K,
  {
    workspaceId,
    siteId,
    definition,
    at,
    most,
  }: SiteOf & {
    readonly definition: Definitions[K];
    readonly at: number;
    readonly most: number;
  },
): Promise<Defined<K> | undefined> {
  return inTransaction(pool, async (client) => {
    // In turn: two that count before the other has written would both find a place.
    await client.query('SELECT FROM sites.sites WHERE workspace_id = $1 AND id = $2 FOR NO KEY UPDATE', [
      workspaceId,
      siteId,
    ]);
    const { rows } = await client.query<Row<K>>(
      `INSERT INTO ${DEFINITION_TABLES[kind]} (workspace_id, site_id, definition, created_at)
       SELECT $1, $2, $3, $4
       WHERE ${OF_ACTIVE_SITE} AND (SELECT count(*) FROM ${DEFINITION_TABLES[kind]} WHERE site_id = $2) < $5
       RETURNING id, definition`,
      [workspaceId, siteId, JSON.stringify(definition), new Date(at), most],
    );
    return rows[0] && fromRow(rows[0]);
  });
}

/** Removes a goal or funnel for good; false when the active site has none of this id. */
export async function deleteDefinition(
  pool: Pool,
  kind: DefinitionKind,
  { workspaceId, siteId, id }: SiteOf & { readonly id: number },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `DELETE FROM ${DEFINITION_TABLES[kind]} WHERE workspace_id = $1 AND site_id = $2 AND id = $3 AND ${OF_ACTIVE_SITE}`,
    [workspaceId, siteId, id],
  );
  return rowCount === 1;
}
