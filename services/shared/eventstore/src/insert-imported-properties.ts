import type { ClickHouseClient } from '@clickhouse/client';

/** One row of `imported_properties`: a property of an event that is imported by a file of its own. */
export interface ImportedPropertyRow {
  readonly workspace_id: number;
  readonly site_id: number;
  readonly event_id: string;
  readonly key: string;
  readonly value: string;
}

/** Writes rows; one of the same event and key replaces the earlier one. @throws the client's error, unchanged. */
export async function insertImportedProperties(
  client: ClickHouseClient,
  rows: readonly ImportedPropertyRow[],
  signal?: AbortSignal,
): Promise<void> {
  await client.insert({
    table: 'imported_properties',
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
