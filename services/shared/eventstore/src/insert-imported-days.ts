import type { ClickHouseClient } from '@clickhouse/client';
import { insertImported } from './insert-imported';

/** One row of `imported_days`: what another product counted on a day. Numbers that it does not tell are 0. */
export interface ImportedDayRow {
  readonly workspace_id: number;
  readonly site_id: number;
  /** One of the dimensions, `event` for custom events, `''` for the day's totals. */
  readonly report: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly key: string;
  /** JSON of what tells rows of one key apart; `''` where nothing does. */
  readonly detail: string;
  readonly visitors: number;
  readonly visits: number;
  readonly pageviews: number;
  readonly bounces: number;
  readonly visit_seconds: number;
  readonly events: number;
}

/** Writes rows; one of the same report, day, key and detail replaces the earlier one. @throws the client's error, unchanged. */
export async function insertImportedDays(
  client: ClickHouseClient,
  rows: readonly ImportedDayRow[],
  signal?: AbortSignal,
): Promise<void> {
  await insertImported(client, 'imported_days', { rows, signal });
}
