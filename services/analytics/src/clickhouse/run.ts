import type { ClickHouseClient, ResponseJSON } from '@clickhouse/client';
import { toAppError } from '@headwater/kit/errors';
import { processMetrics } from '@headwater/kit/metrics/process-metrics';
import { inSpan } from '@headwater/kit/trace/tracing';
import type { Statement } from '../query/bindings';
import { addStatement } from './database-work';
import { clickhouseFailure, queryTooHeavy } from './errors';
import { limitsSince, readSettings, SMALL_READ_SETTINGS, spillSettings, type QueryLimits } from './limits';

/** A ClickHouse client and the limits of its statements. */
export interface Connection {
  readonly clickhouse: ClickHouseClient;
  readonly limits: QueryLimits;
}

/** Names of the queries: public, as values of the label `query` of `headwater_query_seconds` and as names of spans. */
export type QueryName =
  | 'queryFindings'
  | 'queryStats'
  | 'queryStatsTotals'
  | 'queryImported'
  | 'queryGoal'
  | 'queryFunnel'
  | 'queryRealtime'
  | 'queryRetention'
  | 'queryTraffic'
  | 'listEvents'
  | 'listSiteActivity'
  | 'readSiteActivity'
  | 'readVisitor'
  | 'readReceipt'
  | 'readFirstTouches'
  | 'readTouches'
  | 'readSessions'
  | 'readClicks'
  | 'readTouchedVisitors';

export interface StatementOptions {
  /** Cancels the statement in ClickHouse too. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Lets groups beyond half of the memory limit spill to disk: for statements with many small groups and without joins, whose
   * memory would count as that of the groups.
   */
  readonly groupsSpill?: boolean;
}

/** Runs one statement of a query and returns its rows, with the totals row if it has one. */
export type RunStatement = <Row>(
  statement: Statement,
  options?: Pick<StatementOptions, 'groupsSpill'>,
) => Promise<ResponseJSON<Row>>;

/**
 * Runs the statements of one query, and returns what `query` makes of their rows. All statements together take at most
 * `maxExecutionSeconds`: the deadline of the caller is later. When the query fails, statements in flight are cancelled. The query is timed and traced under its name, and the rows it read are added to the cost of the call.
 *
 * @param call its signal cancels the statements.
 * @throws AppError, see `runStatement`.
 */
export async function runQuery<Result>(
  { clickhouse, limits }: Connection,
  call: { readonly name: QueryName; readonly signal: AbortSignal },
  query: (run: RunStatement) => Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now();
  const failed = new AbortController();
  const signal = AbortSignal.any([failed.signal, call.signal]);
  const run: RunStatement = async <Row>(
    statement: Statement,
    options?: Pick<StatementOptions, 'groupsSpill'>,
  ) => {
    const left = limitsSince(limits, startedAt);
    if (left.maxExecutionSeconds <= 0) throw queryTooHeavy();
    const response = await runStatement<Row>({ clickhouse, limits: left }, statement, { ...options, signal });
    addStatement(call.signal, response.statistics);
    return response;
  };
  const observe = (code: string): void =>
    processMetrics().queried(call.name, { code, ms: performance.now() - startedAt });
  try {
    const result = await inSpan({ name: call.name, kind: 'internal' }, () => query(run));
    observe('ok');
    return result;
  } catch (error) {
    failed.abort();
    observe(toAppError(error).code);
    throw error;
  }
}

/**
 * Runs one statement and returns its rows, with the totals row if it has one.
 *
 * @throws AppError `query_too_heavy`, `upstream_unavailable` or `cancelled`.
 */
export async function runStatement<Row>(
  { clickhouse, limits }: Connection,
  statement: Statement,
  { signal, groupsSpill }: StatementOptions = {},
): Promise<ResponseJSON<Row>> {
  try {
    const result = await clickhouse.query({
      query: statement.query,
      query_params: statement.params,
      format: 'JSON',
      ...(signal ? { abort_signal: signal } : {}),
      clickhouse_settings: {
        ...readSettings(limits, statement),
        ...SMALL_READ_SETTINGS,
        ...(groupsSpill ? spillSettings(limits) : {}),
      },
    });
    return await result.json<Row>();
  } catch (error) {
    throw clickhouseFailure(error, signal);
  }
}
