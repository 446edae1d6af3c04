import type { ClickHouseClient } from '@clickhouse/client';

/** One row of `dropped_events`: an event that was dropped before the log. */
export interface DroppedEventRow {
  readonly workspace_id: number;
  readonly site_id: number;
  /** UUID; `NO_EVENT_ID` if the sender gave none. */
  readonly event_id: string;
  /** ISO 8601 with `Z`, milliseconds. */
  readonly dropped_at: string;
  /** One of `DROP_REASONS`. */
  readonly reason: string;
  /** One of `BOT_REASONS` with the reason `bot`, otherwise `''`. */
  readonly bot_reason: string;
  /** The field that causes the drop and its problem, without its value. Absent if unknown. */
  readonly field?: string;
  readonly message?: string;
}

/** The id of an event without an id. */
export const NO_EVENT_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Writes a batch of dropped events. A repeat with the same token is ignored.
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

/** An accepted event that ClickHouse rejects because of its content. */
export interface DeadLetter {
  readonly workspaceId: number;
  readonly siteId: number;
  /** ClickHouse's error; the first 1,000 characters are stored. */
  readonly reason: string;
  /** The row as it was sent, JSON. */
  readonly event: string;
}

/** Stores a dead letter; a repeat replaces it. @throws the client's error, unchanged. */
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
