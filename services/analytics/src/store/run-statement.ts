import type { ClickHouseClient, ClickHouseSettings, ResponseJSON } from '@clickhouse/client';
import { READ_SETTINGS } from '@headwater/eventstore/read-settings';
import { ENDED_WITH_CALLER } from '@headwater/kit/clickhouse/ended-with-caller';
import { noteRowsRead } from '../rows-read';
import type { QueryLimits } from './limits';
import { storeFailure } from './store-failure';

export interface BoundStatement {
  readonly query: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface RunOptions {
  readonly limits: QueryLimits;
  /** Ends the query in ClickHouse too. */
  readonly signal?: AbortSignal;
  /**
   * Groups beyond half of the memory limit go to ClickHouse's disk and are put together part by part: for a statement of
   * very many small groups, and of no join, whose memory would count as theirs.
   */
  readonly groupsSpill?: boolean;
}

/** What every read is held to. */
export function boundSettings(limits: QueryLimits): ClickHouseSettings {
  return {
    ...READ_SETTINGS,
    do_not_merge_across_partitions_select_final: 1,
    output_format_json_quote_64bit_integers: 0,
    ...ENDED_WITH_CALLER,
    max_execution_time: limits.maxExecutionSeconds,
    timeout_overflow_mode: 'throw',
    max_memory_usage: String(limits.maxMemoryBytes),
    max_rows_to_read: String(limits.maxRowsToRead),
    read_overflow_mode: 'throw',
  };
}

/**
 * A small part of a table, as a day of most sites is, has the granules of all its columns close together: each is read with
 * what comes after it, up to so many bytes.
 */
const READ_AT_ONCE = { max_read_buffer_size_local_fs: '32768' };

/** Which granules to read is found within a fraction of a millisecond: threads would take longer to begin and to end. */
const INDEX_BY_ONE_THREAD = { max_threads_for_indexes: '1' };

/** ClickHouse's own default goes by the memory of the machine, not by the statement's limit. */
function spillSettings({ maxMemoryBytes }: QueryLimits): ClickHouseSettings {
  return { max_bytes_before_external_group_by: String(Math.floor(maxMemoryBytes / 2)) };
}

/**
 * Runs one read and returns its rows, with the totals row where the statement has one.
 *
 * @throws AppError `query_too_heavy`, `upstream_unavailable` or `cancelled`.
 */
export async function runStatement<Row>(
  client: ClickHouseClient,
  statement: BoundStatement,
  { limits, signal, groupsSpill }: RunOptions,
): Promise<ResponseJSON<Row>> {
  try {
    const result = await client.query({
      query: statement.query,
      query_params: statement.params,
      format: 'JSON',
      ...(signal ? { abort_signal: signal } : {}),
      clickhouse_settings: {
        ...boundSettings(limits),
        ...READ_AT_ONCE,
        ...INDEX_BY_ONE_THREAD,
        ...(groupsSpill ? spillSettings(limits) : {}),
      },
    });
    const answer = await result.json<Row>();
    noteRowsRead(signal, answer.statistics?.rows_read ?? 0);
    return answer;
  } catch (error) {
    throw storeFailure(error, signal);
  }
}
