import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import type { EventRow } from './event-columns';

/** The settings of every insert of events. */
const INSERT_SETTINGS = {
  // EventRow times are ISO 8601 with `T` and `Z`.
  date_time_input_format: 'best_effort',
  // A misspelt column must fail, not disappear.
  input_format_skip_unknown_fields: 0,
  // One partition per day: a backfill of two years is one batch for some 700 partitions.
  max_partitions_per_insert_block: '1000',
  // Merges and FINAL remove repeats within a batch. Searching for them here would take a sixth of an insert's time.
  optimize_on_insert: 0,
  wait_end_of_query: 1,
  async_insert: 0,
  // On a cluster: return after the shards have stored the rows, not before.
  distributed_foreground_insert: 1,
  // After a crash between the table and its views, the repeated batch must still reach the views. They are idempotent
  // (min, max).
  deduplicate_blocks_in_dependent_materialized_views: 1,
} as const;

export interface InsertOptions {
  /**
   * Identifies this batch: a batch with the token of an earlier batch is ignored, whatever its rows. The table stores the
   * last 10,000 tokens.
   */
  readonly deduplicationToken?: string;
}

/**
 * Writes a batch of events and returns once ClickHouse has stored it. A batch of several days is not atomic: after an error
 * send the same batch with the same token again.
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

export interface LinesInsert {
  /** Rows of the table as JSON, one per line, each with its line end. */
  readonly lines: Buffer;
  /**
   * See `InsertOptions.deduplicationToken`. Without it lines are stored each time, so that they replace rows that were stored in
   * between.
   */
  readonly token?: string;
  readonly signal?: AbortSignal;
}

/**
 * Writes events that are JSON lines already, without parsing them, and returns once ClickHouse has stored them.
 *
 * @throws the client's error, unchanged.
 */
export function insertEventLines(client: ClickHouseClient, insert: LinesInsert): Promise<void> {
  return insertLines(client, 'events', insert);
}

/** Writes lines of `click_ids` as `insertEventLines` does. */
export function insertClickIdLines(client: ClickHouseClient, insert: LinesInsert): Promise<void> {
  return insertLines(client, 'click_ids', insert);
}

async function insertLines(
  client: ClickHouseClient,
  table: 'events' | 'click_ids',
  { lines, token, signal }: LinesInsert,
): Promise<void> {
  if (lines.length === 0) return;
  const { stream } = await client.exec({
    query: `INSERT INTO ${table} FORMAT JSONEachRow`,
    values: Readable.from([lines], { objectMode: false }),
    clickhouse_settings: {
      ...INSERT_SETTINGS,
      // Without a token, ClickHouse would use a hash of the lines.
      insert_deduplication_token: token ?? randomUUID(),
    },
    ...(signal === undefined ? {} : { abort_signal: signal }),
  });
  // The socket is free for the next request only when its response has been read.
  await finished(stream.resume());
}
