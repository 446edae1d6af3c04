import { insertImported } from '@headwater/eventstore/insert-imported';
import { onlyWorkspaces } from '@headwater/eventstore/only-workspaces';
import { type ClickHouseClient, CANCEL_WITH_CALLER } from '@headwater/kit/clickhouse/client';
import { EVENT_LIMITS } from '@headwater/protos/limits';
import { READ_SETTINGS } from '@headwater/eventstore/read-settings';
import type { SentTo } from '../domain/draft-event';
import type { EventClaim } from '../domain/event-claim';
import type { ImportedDay } from '../domain/imports/plausible';
import type { ImportedProperty } from '../domain/imports/umami-properties';

/** Rows of one call. The signal cancels the statement in ClickHouse, too. */
interface Rows<Row> {
  readonly rows: readonly Row[];
  readonly signal: AbortSignal;
}

/** Stores daily counts. A row of the same report, day, key and detail is replaced. @throws the client's error, unchanged. */
export async function insertDays(
  client: ClickHouseClient,
  site: SentTo,
  { rows, signal }: Rows<ImportedDay>,
): Promise<void> {
  await insertImported(client, 'imported_days', { rows: rows.map(rowOf(site)), signal });
}

/** Stores properties of events. A row of the same event and key is replaced. @throws the client's error, unchanged. */
export async function insertProperties(
  client: ClickHouseClient,
  site: SentTo,
  { rows, signal }: Rows<ImportedProperty>,
): Promise<void> {
  await insertImported(client, 'imported_properties', { rows: rows.map(rowOf(site)), signal });
}

function rowOf({ workspaceId, siteId }: SentTo) {
  return <Row extends object>(row: Row) => ({ workspace_id: workspaceId, site_id: siteId, ...row });
}

/** Properties by the id of their event. */
type PropertiesById = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** Ids of one statement: ClickHouse accepts parameters of up to 128 KiB. */
const MAX_IDS = 2_500;

const QUERY = `
SELECT toString(event_id) AS id, groupArray((key, value)) AS properties
FROM (
    SELECT event_id, key, value
    FROM imported_properties FINAL
    WHERE workspace_id = {workspaceId:UInt64} AND site_id = {siteId:UInt64} AND event_id IN {ids:Array(UUID)}
    ORDER BY event_id, key
    LIMIT {maxProps:UInt16} BY event_id
)
GROUP BY event_id`;

/**
 * Returns the stored properties of events of a site, at most as many as an event may have: the first ones by key.
 *
 * @throws the client's error, unchanged.
 */
export async function findImportedProperties(
  client: ClickHouseClient,
  { workspaceId, siteId }: SentTo,
  { ids, signal }: { readonly ids: readonly string[]; readonly signal: AbortSignal },
): Promise<PropertiesById> {
  const found: [string, Readonly<Record<string, string>>][] = [];
  for (let from = 0; from < ids.length; from += MAX_IDS) {
    const result = await client.query({
      query: QUERY,
      query_params: {
        workspaceId,
        siteId,
        ids: ids.slice(from, from + MAX_IDS),
        maxProps: EVENT_LIMITS.maxProps,
      },
      format: 'JSONEachRow',
      abort_signal: signal,
      clickhouse_settings: { ...CANCEL_WITH_CALLER, ...onlyWorkspaces([workspaceId]) },
    });
    const rows = await result.json<{ id: string; properties: [key: string, value: string][] }>();
    for (const { id, properties } of rows) found.push([id, Object.fromEntries(properties)]);
  }
  return new Map(found);
}

const STORED_IDS = `
SELECT DISTINCT toString(event_id) AS id
FROM events
WHERE workspace_id = {workspaceId:UInt64} AND site_id = {siteId:UInt64}
    AND toDate(ts) IN {days:Array(Date)} AND event_id IN {ids:Array(UUID)}`;

/**
 * On a cluster, excludes replicas that lag: they may lack events of a claim, which would then be released. Half a minute is less than
 * the time between the end of an import and the release of its claims. If all replicas of a shard lag, the statement fails.
 */
const CURRENT_REPLICAS = {
  max_replica_delay_for_distributed_queries: '30',
  fallback_to_stale_replicas_for_distributed_queries: 0,
} as const;

/** Returns the ids of those claims of a site whose event is stored. @throws the client's error, unchanged. */
export async function findStoredIds(
  client: ClickHouseClient,
  claims: readonly EventClaim[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let from = 0; from < claims.length; from += MAX_IDS) {
    const chunk = claims.slice(from, from + MAX_IDS);
    const result = await client.query({
      query: STORED_IDS,
      query_params: {
        workspaceId: chunk[0]?.workspaceId,
        siteId: chunk[0]?.siteId,
        days: [...new Set(chunk.map(({ timeMs }) => new Date(timeMs).toISOString().slice(0, 10)))],
        ids: chunk.map(({ eventId }) => eventId),
      },
      format: 'JSONEachRow',
      abort_signal: signal,
      clickhouse_settings: {
        ...READ_SETTINGS,
        ...CURRENT_REPLICAS,
        ...onlyWorkspaces([...new Set(chunk.map(({ workspaceId }) => workspaceId))]),
        ...CANCEL_WITH_CALLER,
      },
    });
    for (const { id } of await result.json<{ id: string }>()) found.add(id);
  }
  return found;
}
