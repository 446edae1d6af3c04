import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import { ENDED_WITH_CALLER } from '@headwater/kit/clickhouse/ended-with-caller';
import type { SentTo } from '../domain/draft-event';
import { MAX_PROPS } from '../domain/event-limits';

/** Properties by the id of their event. */
export type PropertiesOf = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** Ids of one statement: ClickHouse takes no parameter of more than 128 KiB. */
const MAX_IDS = 2_500;

interface FoundRow {
  readonly id: string;
  readonly properties: readonly (readonly [key: string, value: string])[];
}

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
 * key. The signal ends the statement in ClickHouse too. @throws the client's error, unchanged.
 */
export async function findImportedProperties(
  client: ClickHouseClient,
  { workspaceId, siteId }: SentTo,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<PropertiesOf> {
  const found: [string, Readonly<Record<string, string>>][] = [];
  for (let from = 0; from < ids.length; from += MAX_IDS) {
    const some = ids.slice(from, from + MAX_IDS);
    const result = await client.query({
      query: QUERY,
      query_params: { workspaceId, siteId, ids: some, most: MAX_PROPS },
      format: 'JSONEachRow',
      abort_signal: signal,
      clickhouse_settings: ENDED_WITH_CALLER,
    });
    for (const { id, properties } of await result.json<FoundRow>())
      found.push([id, Object.fromEntries(properties)]);
  }
  return new Map(found);
}
