import type { ClickHouseClient } from '@clickhouse/client';
import { insertImported } from './insert-imported';

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
  await insertImported(client, 'imported_properties', { rows, signal });
}
