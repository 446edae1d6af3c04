import type { ClickHouseSettings } from '@clickhouse/client';

/** What one statement may cost. */
export interface Bounds {
  readonly seconds: number;
  readonly memoryMib: number;
  /** Stored rows that it reads. */
  readonly rows: number;
}

/** The settings that hold every statement of a client to its bounds: beyond them it fails, and is never answered in part. */
export function boundSettings({ seconds, memoryMib, rows }: Bounds): ClickHouseSettings {
  return {
    max_execution_time: seconds,
    timeout_overflow_mode: 'throw',
    max_memory_usage: String(memoryMib * 1_048_576),
    max_rows_to_read: String(rows),
    read_overflow_mode: 'throw',
  };
}
