import type { ClickHouseSettings } from '@clickhouse/client';
import { onlyWorkspaces } from '@headwater/eventstore/only-workspaces';
import { READ_SETTINGS } from '@headwater/eventstore/read-settings';
import { CANCEL_WITH_CALLER } from '@headwater/kit/clickhouse/client';
import { containsEmailAddress } from '@headwater/protos/visitor-id';
import { UNLOGGED_VALUES, type Statement } from '../query/bindings';

/** The max cost of one statement. ClickHouse rejects a statement beyond it and never returns a partial result. */
export interface QueryLimits {
  readonly maxExecutionSeconds: number;
  readonly maxMemoryBytes: number;
  readonly maxRowsToRead: number;
}

/** The limits of a query that shares its time with others. @param startedAt `performance.now()` at the start of the first. */
export function limitsSince(limits: QueryLimits, startedAt: number): QueryLimits {
  const seconds = (performance.now() - startedAt) / 1_000;
  return { ...limits, maxExecutionSeconds: limits.maxExecutionSeconds - seconds };
}

/** The settings of every statement that reads. */
export function readSettings(
  limits: QueryLimits,
  { params, acrossWorkspaces }: Statement,
): ClickHouseSettings {
  return {
    ...(bindsPersonalData(params) ? UNLOGGED : {}),
    ...READ_SETTINGS,
    ...onlyWorkspaces(workspacesOf(params), acrossWorkspaces ? { acrossWorkspaces } : {}),
    do_not_merge_across_partitions_select_final: 1,
    output_format_json_quote_64bit_integers: 0,
    ...CANCEL_WITH_CALLER,
    max_execution_time: limits.maxExecutionSeconds,
    timeout_overflow_mode: 'throw',
    max_memory_usage: String(limits.maxMemoryBytes),
    max_rows_to_read: String(limits.maxRowsToRead),
    read_overflow_mode: 'throw',
  };
}

/** The workspace that a statement binds. Without one, the statement sees no row of any. */
function workspacesOf({ workspace_id }: Statement['params']): readonly number[] {
  return typeof workspace_id === 'number' ? [workspace_id] : [];
}

/**
 * ClickHouse's query log contains the bound values. Values of filters, properties and paths can be anything: names, numbers, tokens. Other
 * texts, such as event names, can only contain an email address by mistake.
 */
const UNLOGGED: ClickHouseSettings = { log_queries: 0 };

function bindsPersonalData(params: Statement['params']): boolean {
  return Object.entries(params).some(
    ([name, value]) =>
      name.startsWith(UNLOGGED_VALUES) ||
      [value].flat().some((each) => typeof each === 'string' && containsEmailAddress(each)),
  );
}

/** Settings for statements that return few rows from small parts. */
export const SMALL_READ_SETTINGS: ClickHouseSettings = {
  // A day of most sites is one small part, in which the granules of all columns are adjacent: a larger buffer would also read
  // the columns that follow.
  max_read_buffer_size_local_fs: '32768',
  // ClickHouse finds the granules within a fraction of a millisecond: starting threads would take longer.
  max_threads_for_indexes: '1',
};

/**
 * Lets GROUP BY and the order of windows spill to disk beyond half of the memory limit. ClickHouse's defaults depend on the machine's
 * memory instead.
 */
export function spillSettings({ maxMemoryBytes }: QueryLimits): ClickHouseSettings {
  const half = String(Math.floor(maxMemoryBytes / 2));
  return { max_bytes_before_external_group_by: half, max_bytes_before_external_sort: half };
}
