import type { ClickHouseClient } from '@clickhouse/client';
import type { EventRow } from './event-row';

export interface InsertOptions {
  /**
   * Names this batch: a batch sent again with the token of an earlier one is dropped whole, whatever its rows. The
   * table remembers the last 10,000 tokens.
   */
  readonly deduplicationToken?: string;
}

/** How every insert of events is made. */
export const INSERT_SETTINGS = {
  // EventRow times are ISO 8601 with `T` and `Z`.
  date_time_input_format: 'best_effort',
  // A misspelt column must fail, not vanish.
  input_format_skip_unknown_fields: 0,
  // One partition per day: a backfill of two years is one batch per ~700 partitions.
  max_partitions_per_insert_block: '1000',
  // Repeats within a batch are left to merges, and FINAL: to look for them takes a sixth of an insert's time.
  optimize_on_insert: 0,
  wait_end_of_query: 1,
  async_insert: 0,
  // On a cluster: stored on the shards before it is answered, not on the way to them.
  distributed_foreground_insert: 1,
  // After a crash between the table and its views, the repeated batch must still reach the views; they are
  // idempotent (min, max).
  deduplicate_blocks_in_dependent_materialized_views: 1,
} as const;

/**
 * Writes a batch of events and returns once ClickHouse has stored it. A batch that touches several days is not atomic:
 * after an error send the very same batch again, with the same token.
 *
 * @throws the client's error, unchanged.
 */
export async function insertEvents(
  client: ClickHouseClient,
  rows: readonly EventRow[],
  options: InsertOptions = {},
): Promise<void> {
  if (rows.length === 0) return;
  await client.insert({
    table: 'events',
    format: 'JSONEachRow',
    values: rows,
    clickhouse_settings: {
      ...INSERT_SETTINGS,
      ...(options.deduplicationToken === undefined
        ? {}
        : { insert_deduplication_token: options.deduplicationToken }),
    },
  });
}
