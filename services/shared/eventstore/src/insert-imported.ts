import type { ClickHouseClient } from '@clickhouse/client';

/** One row of `imported_days`: a day's counts of another product. Counts that it does not have are 0. */
export interface ImportedDayRow {
  readonly workspace_id: number;
  readonly site_id: number;
  /** One of the dimensions, `event` for custom events, `''` for the day's totals. */
  readonly report: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly key: string;
  /** JSON of the other columns in which rows of one key differ; `''` without any. */
  readonly detail: string;
  readonly visitors: number;
  readonly visits: number;
  readonly pageviews: number;
  readonly bounces: number;
  readonly visit_seconds: number;
  readonly events: number;
}

/** One row of `imported_properties`: a property of an imported event, from a file of its own. */
export interface ImportedPropertyRow {
  readonly workspace_id: number;
  readonly site_id: number;
  readonly event_id: string;
  readonly key: string;
  readonly value: string;
}

interface ImportedRows {
  readonly imported_days: ImportedDayRow;
  readonly imported_properties: ImportedPropertyRow;
}

/**
 * Writes imported rows. A row replaces the row of the same key: report, day, key and detail, or event and key.
 *
 * @throws the client's error, unchanged.
 */
export async function insertImported<Table extends keyof ImportedRows>(
  client: ClickHouseClient,
  table: Table,
  { rows, signal }: { readonly rows: readonly ImportedRows[Table][]; readonly signal?: AbortSignal },
): Promise<void> {
  if (rows.length === 0) return;
  await client.insert({
    table,
    format: 'JSONEachRow',
    values: rows,
    ...(signal === undefined ? {} : { abort_signal: signal }),
    clickhouse_settings: {
      input_format_skip_unknown_fields: 0,
      wait_end_of_query: 1,
      async_insert: 0,
      // A file may be imported again after another one: a replicated table would ignore it as a repeat.
      insert_deduplicate: 0,
      distributed_foreground_insert: 1,
    },
  });
}
