import type { Statement } from '../query/bindings';
import { clickhouseFailure } from './errors';
import { readSettings } from './limits';
import type { Connection } from './run';

/** Memory beyond which ClickHouse sorts on disk. */
const SORT_MEMORY_BYTES = 256 * 1_048_576;

/**
 * Runs one statement and yields its rows in batches as they arrive. A slow consumer applies backpressure to ClickHouse;
 * leaving the loop cancels the statement. ClickHouse itself cancels it when nothing is read for the server's
 * http_send_timeout (30 s by default).
 *
 * @throws AppError `query_too_heavy`, `upstream_unavailable` or `cancelled`, possibly after some rows.
 */
export async function* streamStatement<Row>(
  { clickhouse, limits }: Connection,
  statement: Statement,
  signal: AbortSignal,
): AsyncGenerator<readonly Row[]> {
  const left = new AbortController();
  try {
    const result = await clickhouse.query({
      query: statement.query,
      query_params: statement.params,
      format: 'JSONEachRow',
      abort_signal: AbortSignal.any([left.signal, signal]),
      clickhouse_settings: {
        ...readSettings(limits, statement),
        max_bytes_before_external_sort: String(SORT_MEMORY_BYTES),
      },
    });
    for await (const rows of result.stream<Row>()) yield rows.map((row) => row.json());
  } catch (error) {
    throw clickhouseFailure(error, signal);
  } finally {
    left.abort();
  }
}
