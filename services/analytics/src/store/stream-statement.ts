import type { ClickHouseClient } from '@clickhouse/client';
import { boundSettings, type BoundStatement, type RunOptions } from './run-statement';
import { storeFailure } from './store-failure';

/** Memory beyond which ClickHouse sorts on its disk. */
const SORT_MEMORY_BYTES = 256 * 1_048_576;

/**
 * Runs one read and yields its rows in batches as they come. Whoever does not ask for the next batch holds ClickHouse
 * back; whoever leaves the loop ends the statement. ClickHouse itself ends it when nothing was taken for its server's
 * http_send_timeout, 30 s by default.
 *
 * @throws AppError `query_too_heavy`, `upstream_unavailable` or `cancelled`, also after some rows.
 */
export async function* streamStatement<Row>(
  client: ClickHouseClient,
  statement: BoundStatement,
  { limits, signal }: RunOptions,
): AsyncGenerator<readonly Row[]> {
  const left = new AbortController();
  try {
    const result = await client.query({
      query: statement.query,
      query_params: statement.params,
      format: 'JSONEachRow',
      abort_signal: AbortSignal.any([left.signal, ...(signal ? [signal] : [])]),
      clickhouse_settings: {
        ...boundSettings(limits),
        max_bytes_before_external_sort: String(SORT_MEMORY_BYTES),
      },
    });
    for await (const rows of result.stream<Row>()) yield rows.map((row) => row.json());
  } catch (error) {
    throw storeFailure(error, signal);
  } finally {
    left.abort();
  }
}
