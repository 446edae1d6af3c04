import { insertDroppedEvents, type DroppedEventRow } from '@headwater/eventstore/insert-dropped-events';
import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';

/** How dropped events come into ClickHouse: once for each token. @throws the client's error, unchanged. */
export function writeDrops(
  client: ClickHouseClient,
): (rows: readonly DroppedEventRow[], token: string) => Promise<void> {
  return (rows, token) => insertDroppedEvents(client, rows, token);
}
