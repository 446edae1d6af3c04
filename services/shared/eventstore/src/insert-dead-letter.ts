import type { ClickHouseClient } from '@clickhouse/client';

/** An event that ClickHouse refuses for what it holds. */
export interface DeadLetter {
  readonly workspaceId: number;
  readonly siteId: number;
  /** Why, at most 1,000 characters of it. */
  readonly reason: string;
  /** The row as it was sent, JSON. */
  readonly event: string;
}

/** Keeps an event that cannot be counted, once however often it is sent. @throws the client's error, unchanged. */
export async function insertDeadLetter(client: ClickHouseClient, letter: DeadLetter): Promise<void> {
  await client.insert({
    table: 'dead_letters',
    format: 'JSONEachRow',
    values: [
      {
        workspace_id: letter.workspaceId,
        site_id: letter.siteId,
        reason: letter.reason.slice(0, 1_000),
        event: letter.event,
      },
    ],
    clickhouse_settings: { wait_end_of_query: 1, async_insert: 0, distributed_foreground_insert: 1 },
  });
}
