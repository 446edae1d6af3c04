import type { Db, PoolClient } from '@headwater/kit/pg/pool';
import { inTransaction } from '@headwater/kit/pg/transaction';
import type { Defined, Definitions } from '../domain/goals-and-funnels';
import {
  configOf,
  etagOf,
  planDefinitions,
  type DefinitionPlan,
  type SiteConfig,
} from '../domain/site-config';
import type { Site, SiteChanges } from '../domain/site';
import {
  DEFINITION_TABLES,
  replaceDefinition,
  type DefinitionKind,
  type SiteReference,
} from './goals-and-funnels';

/** A checked write of a site's document. */
export interface ConfigWrite {
  /** Absent fields stay. A name of null is reset to the domain. */
  readonly changes: SiteChanges & Partial<Pick<SiteConfig, 'goals' | 'funnels'>>;
  /** The etags that the stored document may have; empty allows any. */
  readonly ifMatch: readonly string[];
  readonly dryRun: boolean;
  /** Unix milliseconds. */
  readonly at: number;
}

/** `changed`: the stored document has none of the etags in `ifMatch`. */
export type ConfigPut =
  | { readonly outcome: 'not_found' | 'changed' }
  | { readonly outcome: 'put'; readonly before: SiteConfig; readonly after: SiteConfig };

/** The document of an active site. */
export async function getConfig(db: Db, site: SiteReference): Promise<SiteConfig | undefined> {
  return inTransaction(db, async (client) => (await readStored(client, site, ''))?.config);
}

/** Applies the changes to an active site. Locks its row, so that writers of one site wait for each other. */
export function putConfig(db: Db, site: SiteReference, change: ConfigWrite): Promise<ConfigPut> {
  return inTransaction(db, (client) => putLocked(client, site, change));
}

async function putLocked(
  client: PoolClient,
  site: SiteReference,
  { changes, ifMatch, dryRun, at }: ConfigWrite,
): Promise<ConfigPut> {
  const stored = await readStored(client, site, 'FOR UPDATE');
  if (!stored) return { outcome: 'not_found' };
  const { config: before, goals, funnels } = stored;
  if (ifMatch.length > 0 && !ifMatch.includes(etagOf(before))) return { outcome: 'changed' };
  const name = changes.name === null ? stored.domain : (changes.name ?? before.name);
  const after = configOf({ ...before, ...changes, name });
  if (!dryRun) {
    await client.query(
      `UPDATE sites.sites SET name = $3, timezone = $4, categories = $5, tags = $6
       WHERE workspace_id = $1 AND id = $2`,
      [site.workspaceId, site.siteId, after.name, after.timezone, after.categories, after.tags],
    );
    await write(client, 'goal', { site, at, plan: planDefinitions(goals, after.goals) });
    await write(client, 'funnel', { site, at, plan: planDefinitions(funnels, after.funnels) });
  }
  return { outcome: 'put', before, after };
}

interface StoredConfig {
  readonly domain: string;
  readonly config: SiteConfig;
  readonly goals: readonly Defined<'goal'>[];
  readonly funnels: readonly Defined<'funnel'>[];
}

async function readStored(
  client: PoolClient,
  { workspaceId, siteId }: SiteReference,
  lock: '' | 'FOR UPDATE',
): Promise<StoredConfig | undefined> {
  type Row = Pick<Site, 'domain' | 'name' | 'timezone' | 'categories' | 'tags'>;
  const { rows } = await client.query<Row>(
    `SELECT domain, name, timezone, categories, tags FROM sites.sites
     WHERE workspace_id = $1 AND id = $2 AND deleted_at IS NULL ${lock}`,
    [workspaceId, siteId],
  );
  const [row] = rows;
  if (!row) return undefined;
  const read = async <K extends DefinitionKind>(kind: K): Promise<Defined<K>[]> => {
    const found = await client.query<{ id: string; definition: Definitions[K] }>(
      `SELECT id, definition FROM ${DEFINITION_TABLES[kind]} WHERE workspace_id = $1 AND site_id = $2 ORDER BY id`,
      [workspaceId, siteId],
    );
    return found.rows.map(({ id, definition }) => ({ id: Number(id), ...definition }));
  };
  const goals = await read('goal');
  const funnels = await read('funnel');
  const withoutId = <D extends { readonly id: number }>({ id: _, ...definition }: D) => definition;
  return {
    domain: row.domain,
    config: configOf({ ...row, goals: goals.map(withoutId), funnels: funnels.map(withoutId) }),
    goals,
    funnels,
  };
}

async function write<K extends DefinitionKind>(
  client: PoolClient,
  kind: K,
  {
    site: { workspaceId, siteId },
    plan,
    at,
  }: { readonly site: SiteReference; readonly plan: DefinitionPlan<Definitions[K]>; readonly at: number },
): Promise<void> {
  const table = DEFINITION_TABLES[kind];
  await client.query(
    `DELETE FROM ${table} WHERE workspace_id = $1 AND site_id = $2 AND id = ANY($3::bigint[])`,
    [workspaceId, siteId, plan.remove],
  );
  for (const changed of plan.update) await replaceDefinition(client, kind, { workspaceId, siteId }, changed);
  for (const definition of plan.insert)
    await client.query(
      `INSERT INTO ${table} (workspace_id, site_id, definition, created_at) VALUES ($1, $2, $3, $4)`,
      [workspaceId, siteId, JSON.stringify(definition), new Date(at)],
    );
}
