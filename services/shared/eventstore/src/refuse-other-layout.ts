import type { ClickHouseClient } from '@clickhouse/client';
import type { Layout } from './layout';

/**
 * Refuses to touch a database whose tables lie otherwise than the settings say: on a cluster the plain names would take
 * the place of tables with rows.
 */
export async function refuseOtherLayout(node: ClickHouseClient, { cluster }: Layout): Promise<void> {
  const result = await node.query({
    query: `SELECT engine FROM system.tables WHERE database = currentDatabase() AND name = 'events'`,
    format: 'JSONEachRow',
  });
  const [table] = await result.json<{ engine: string }>();
  if (!table) return;
  const spread = table.engine === 'Distributed';
  if (spread && cluster === undefined)
    throw new Error('The events are spread over a cluster. Set CLICKHOUSE_CLUSTER to its name.');
  if (!spread && cluster !== undefined)
    throw new Error(
      'The events lie on one node, in this very database. Give the cluster a database of its own and copy them (deploy/CLUSTER.md).',
    );
}
