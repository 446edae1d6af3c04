import type { Db, PoolClient } from '@headwater/kit/pg/pool';
import { inTransaction } from '@headwater/kit/pg/transaction';
import type { Defined, Definitions } from '../domain/goals-and-funnels';

export type DefinitionKind = keyof Definitions;

/** A site of a workspace. */
export interface SiteReference {
  readonly workspaceId: number;
  readonly siteId: number;
}

/** The table of each kind of definition. */
export const DEFINITION_TABLES: Readonly<Record<DefinitionKind, string>> = {
  goal: 'sites.goals',
  funnel: 'sites.funnels',
};
/** SQL of whether the site $2 of the workspace $1 is active. A deleted site has no goals, funnels and annotations for the API. */
export const OF_ACTIVE_SITE = `EXISTS (SELECT FROM sites.sites s
  WHERE s.id = $2 AND s.workspace_id = $1 AND s.deleted_at IS NULL)`;

interface Row<K extends DefinitionKind> {
  readonly id: string;
  readonly definition: Definitions[K];
}

const fromRow = <K extends DefinitionKind>({ id, definition }: Row<K>): Defined<K> => ({
  id: Number(id),
  ...definition,
});

/** An active site's goals or funnels by id. */
export async function listDefinitions<K extends DefinitionKind>(
  db: Db,
  kind: K,
  { workspaceId, siteId }: SiteReference,
): Promise<Defined<K>[]> {
  const { rows } = await db.query<Row<K>>(
    `SELECT id, definition FROM ${DEFINITION_TABLES[kind]} WHERE workspace_id = $1 AND site_id = $2 AND ${OF_ACTIVE_SITE}
     ORDER BY id`,
    [workspaceId, siteId],
  );
  return rows.map(fromRow);
}

/** One goal or funnel of an active site, or undefined. */
export async function getDefinition<K extends DefinitionKind>(
  db: Db,
  kind: K,
  { workspaceId, siteId, id }: SiteReference & { readonly id: number },
): Promise<Defined<K> | undefined> {
  const { rows } = await db.query<Row<K>>(
    `SELECT id, definition FROM ${DEFINITION_TABLES[kind]}
     WHERE workspace_id = $1 AND site_id = $2 AND id = $3 AND ${OF_ACTIVE_SITE}`,
    [workspaceId, siteId, id],
  );
  return rows[0] && fromRow(rows[0]);
}

/** Inserts a goal or funnel; undefined when there is no such active site, or it has `max` already. */
export async function insertDefinition<K extends DefinitionKind>(
  db: Db,
  kind: K,
  {
    workspaceId,
    siteId,
    definition,
    at,
    max,
  }: SiteReference & {
    readonly definition: Definitions[K];
    /** Unix milliseconds. */
    readonly at: number;
    readonly max: number;
  },
): Promise<Defined<K> | undefined> {
  return inTransaction(db, async (client) => {
    // Two concurrent inserts must not both count 99.
    await lockSite(client, { workspaceId, siteId });
    const { rows } = await client.query<Row<K>>(
      `INSERT INTO ${DEFINITION_TABLES[kind]} (workspace_id, site_id, definition, created_at)
       SELECT $1, $2, $3, $4
       WHERE ${OF_ACTIVE_SITE} AND (SELECT count(*) FROM ${DEFINITION_TABLES[kind]} WHERE site_id = $2) < $5
       RETURNING id, definition`,
      [workspaceId, siteId, JSON.stringify(definition), new Date(at), max],
    );
    return rows[0] && fromRow(rows[0]);
  });
}

/** Replaces a goal or funnel of an active site with its change; undefined when there is none. */
export async function updateDefinition<K extends DefinitionKind>(
  db: Db,
  kind: K,
  {
    workspaceId,
    siteId,
    id,
    change,
  }: SiteReference & {
    readonly id: number;
    /** Gets the stored definition. Nothing changes if it throws. */
    readonly change: (stored: Definitions[K]) => Definitions[K];
  },
): Promise<Defined<K> | undefined> {
  return inTransaction(db, async (client) => {
    const site = { workspaceId, siteId };
    // Two concurrent changes of different fields must both apply.
    await lockSite(client, site);
    const stored = await getDefinition(client, kind, { ...site, id });
    if (!stored) return undefined;
    const changed = { id, ...change(stored) };
    await replaceDefinition(client, kind, site, changed);
    return changed;
  });
}

/** Replaces a stored goal or funnel. The counts for webhooks start again if the goal measures something else. */
export async function replaceDefinition<K extends DefinitionKind>(
  client: PoolClient,
  kind: K,
  { workspaceId, siteId }: SiteReference,
  { id, ...definition }: Defined<K>,
): Promise<void> {
  const values = [workspaceId, siteId, id, JSON.stringify(definition)];
  if (kind === 'goal')
    await client.query(
      `DELETE FROM sites.goal_counts USING sites.goals AS g
       WHERE goal_id = g.id AND g.workspace_id = $1 AND g.site_id = $2 AND g.id = $3
         AND g.definition - 'name' <> $4::jsonb - 'name'`,
      values,
    );
  await client.query(
    `UPDATE ${DEFINITION_TABLES[kind]} SET definition = $4 WHERE workspace_id = $1 AND site_id = $2 AND id = $3`,
    values,
  );
}

/** Locks a site's row: writers of its definitions wait for each other. */
async function lockSite(client: PoolClient, { workspaceId, siteId }: SiteReference): Promise<void> {
  await client.query('SELECT FROM sites.sites WHERE workspace_id = $1 AND id = $2 FOR NO KEY UPDATE', [
    workspaceId,
    siteId,
  ]);
}

/** Deletes a goal or funnel of an active site; false when there is none. */
export async function deleteDefinition(
  db: Db,
  kind: DefinitionKind,
  { workspaceId, siteId, id }: SiteReference & { readonly id: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `DELETE FROM ${DEFINITION_TABLES[kind]} WHERE workspace_id = $1 AND site_id = $2 AND id = $3 AND ${OF_ACTIVE_SITE}`,
    [workspaceId, siteId, id],
  );
  return rowCount === 1;
}
