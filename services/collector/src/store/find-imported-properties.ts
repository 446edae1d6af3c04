import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import type { SentTo } from '../domain/draft-event';
import { MAX_PROPS } from '../domain/event-limits';

/** Properties by the id of their event. */
export type PropertiesOf = ReadonlyMap<string, Readonly<Record<string, string>>>;

const QUERY = `
SELECT toString(event_id) AS id, groupArray((key, value)) AS properties
FROM (
    SELECT event_id, key, value
    FROM imported_properties FINAL
    WHERE workspace_id = {workspaceId:UInt64} AND site_id = {siteId:UInt64} AND event_id IN {ids:Array(UUID)}
    ORDER BY event_id, key
    LIMIT {most:UInt16} BY event_id
)
GROUP BY event_id`;

/**
 * The properties that were imported for some events of a site; of one with more than an event may have, the first by
 * key. @throws the client's error, unchanged.
 */
export async function findImportedProperties(
  client: ClickHouseClient,
  { workspaceId, siteId }: SentTo,
  ids: readonly string[],
): Promise<PropertiesOf> {
  const result = await client.query({
    query: QUERY,
    query_params: { workspaceId, siteId, ids, most: MAX_PROPS },
    format: 'JSONEachRow',
  });
  const rows = await result.json<{ id: string; properties: [key: string, value: string][] }>();
  return new Map(rows.map(({ id, properties }) => [id, Object.fromEntries(properties)]));
}
