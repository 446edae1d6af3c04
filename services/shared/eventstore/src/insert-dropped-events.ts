import type { ClickHouseClient } from '@clickhouse/client';

/** One row of `dropped_events`: an event that its sender was told is not counted. */
export interface DroppedEventRow {
  readonly workspace_id: number;
  readonly site_id: number;
  /** UUID; `NO_EVENT_ID` where the sender gave none. */
  readonly event_id: string;
  /** ISO 8601 with `Z`, milliseconds. */
  readonly dropped_at: string;
  /** One of `DROP_REASONS`. */
  readonly reason: string;
  /** One of `BOT_REASONS` with the reason `bot`, else `''`. */
  readonly bot_reason: string;
}

/** The id of an event that has none. */
export const NO_EVENT_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Writes a batch of dropped events. Sent again with the same token it is written once.
 *
 * @throws the client's error, unchanged.
 */
export async function insertDroppedEvents(
  client: ClickHouseClient,
  rows: readonly DroppedEventRow[],
  token: string,
): Promise<void> {
  await client.insert({
    table: 'dropped_events',
    format: 'JSONEachRow',
    values: rows,
    clickhouse_settings: {
      date_time_input_format: 'best_effort',
      input_format_skip_unknown_fields: 0,
      wait_end_of_query: 1,
      async_insert: 0,
      distributed_foreground_insert: 1,
      deduplicate_blocks_in_dependent_materialized_views: 1,
      insert_deduplication_token: token,
    },
  });
}
