import type { ClickHouseClient } from '@clickhouse/client';

/** Writes imported rows; one of the same key replaces the earlier one. @throws the client's error, unchanged. */
export async function insertImported(
  client: ClickHouseClient,
  table: 'imported_days' | 'imported_properties',
  { rows, signal }: { readonly rows: readonly object[]; readonly signal: AbortSignal | undefined },
): Promise<void> {
  await client.insert({
    table,
    format: 'JSONEachRow',
    values: rows,
    ...(signal === undefined ? {} : { abort_signal: signal }),
    clickhouse_settings: {
      input_format_skip_unknown_fields: 0,
      wait_end_of_query: 1,
      async_insert: 0,
      // A file may come again after another one in its place: a replicated table would drop it as known.
      insert_deduplicate: 0,
      distributed_foreground_insert: 1,
    },
  });
}
