import type { ClickHouseClient } from '@clickhouse/client';
import { ONE_NODE, type Layout } from './layout';

/** The event store, with each ClickHouse that keeps a part of it. */
export interface Place {
  readonly layout: Layout;
  /** Each replica of each shard. What is changed there is changed on that node alone. */
  readonly nodes: readonly ClickHouseClient[];
}

/** The place of an event store without a cluster. */
export function onOneNode(client: ClickHouseClient): Place {
  return { layout: ONE_NODE, nodes: [client] };
}
