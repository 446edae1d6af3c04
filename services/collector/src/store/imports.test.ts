import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import { findStoredIds } from './imports';

describe('findStoredIds', () => {
  it('reads no replica that lags: it could lack an event, whose claim would then be released', async () => {
    const settings: unknown[] = [];
    const client = {
      query: (statement: { clickhouse_settings: unknown }) => {
        settings.push(statement.clickhouse_settings);
        return Promise.resolve({ json: () => Promise.resolve([]) });
      },
    } as unknown as ClickHouseClient;
    const claim = { workspaceId: 1, siteId: 2, eventId: 'id', fingerprint: 3, timeMs: 0 };
    await findStoredIds(client, [claim], new AbortController().signal);
    expect(settings).toMatchObject([
      {
        max_replica_delay_for_distributed_queries: '30',
        fallback_to_stale_replicas_for_distributed_queries: 0,
        skip_unavailable_shards: 0,
      },
    ]);
  });
});
