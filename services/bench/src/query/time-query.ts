import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import type { CallOptions, Client } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { median } from '../processes';
import type { QueryScope, BenchQuery, Result } from './query-definition';

/** Clients of the three query variants. */
export interface Clients {
  readonly calls: Client<AnalyticsDefinition>;
  readonly clickhouse: ClickHouseClient;
  readonly apiUrl: string;
  readonly token: string;
}

/** Milliseconds, medians over the rounds. */
export interface Timing {
  readonly sqlMs: number;
  readonly rpcMs: number;
  readonly apiMs?: number;
  /** Median of the ratios of all rounds. Within a round, other load slows down both sides. */
  readonly rpcRatio: number;
  readonly apiRatio?: number;
  readonly cost: Cost;
  /** CPU time in ClickHouse, analytics / hand-written SQL. */
  readonly cpuRatio: number;
}

/** Options of a measurement. */
export interface TimingOptions {
  readonly clients: Clients;
  readonly rounds: number;
  /** No round except the first starts after this time, to limit slow queries. */
  readonly maxMs: number;
}

/** Rounds that start within this time are warm-up, as is the first round. */
const WARM_UP_MS = 1_500;

/** Identifies the hand-written statements in the query log. */
export const BENCH_APPLICATION = 'headwater-bench';

const SETTINGS = { do_not_merge_across_partitions_select_final: 1 } as const;

/** Measures the variants of a query in alternating rounds. @throws Error when their numbers differ */
export async function timeQuery(
  query: BenchQuery,
  scope: QueryScope,
  { clients, rounds, maxMs }: TimingOptions,
): Promise<Timing> {
  const options: CallOptions = { workspaceId: scope.workspaceId, deadlineMs: 120_000 };
  const bySql = (): Promise<Result[]> => Promise.all(query.sql(scope).map((sql) => runSql(clients, sql)));
  const byRpc = (): Promise<readonly number[]> => query.rpc(clients.calls, scope, options);
  const path = query.api?.(scope);
  const byApi = (): Promise<unknown> => fetchApi(clients, `/api/v1/sites/${scope.siteId}/${path}`);

  const begin = await clockOf(clients.clickhouse);
  const times: { sql: number; rpc: number; api: number }[] = [];
  const warm = performance.now() + WARM_UP_MS;
  const end = warm + maxMs;
  let warmingUp = 0;
  while (times.length === 0 || (times.length < warmingUp + rounds && performance.now() < end)) {
    if (times.length === 0 || performance.now() < warm) warmingUp++;
    const sql = await timed(bySql);
    const rpc = await timed(byRpc);
    const [found, answered] = [query.numbers(sql.result), rpc.result];
    if (JSON.stringify(found) !== JSON.stringify(answered))
      throw new Error(`${query.name}: SQL returned ${found.join(', ')}, analytics ${answered.join(', ')}`);
    const api = path === undefined ? NaN : (await timed(byApi)).ms;
    times.push({ sql: sql.ms, rpc: rpc.ms, api });
  }
  const executions = times.length * (path === undefined ? 1 : 2);
  const cost = await costSince(clients.clickhouse, begin, { application: 'headwater-analytics', executions });
  const reference = { application: BENCH_APPLICATION, executions: times.length };
  const { cpuMs } = await costSince(clients.clickhouse, begin, reference);
  if (times.length > warmingUp) times.splice(0, warmingUp);
  const medianOf = (pick: (time: (typeof times)[number]) => number): number => median(times.map(pick));
  return {
    sqlMs: medianOf(({ sql }) => sql),
    rpcMs: medianOf(({ rpc }) => rpc),
    rpcRatio: medianOf(({ sql, rpc }) => rpc / sql),
    cost,
    cpuRatio: cost.cpuMs / cpuMs,
    ...(path === undefined
      ? {}
      : { apiMs: medianOf(({ api }) => api), apiRatio: medianOf(({ sql, api }) => api / sql) }),
  };
}

export async function runSql({ clickhouse }: Pick<Clients, 'clickhouse'>, query: string): Promise<Result> {
  const result = await clickhouse.query({ query, format: 'JSON', clickhouse_settings: SETTINGS });
  return result.json<Record<string, unknown>>();
}

async function fetchApi({ apiUrl, token }: Clients, path: string): Promise<unknown> {
  const response = await fetch(apiUrl + path, { headers: { authorization: `Bearer ${token}` } });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`GET ${path} returned ${response.status}: ${body}`);
  return JSON.parse(body);
}

export async function timed<T>(call: () => Promise<T>): Promise<{ readonly ms: number; readonly result: T }> {
  const begin = performance.now();
  const result = await call();
  return { ms: performance.now() - begin, result };
}

/** The cost of all statements of a query in ClickHouse. */
export interface Cost {
  readonly rows: number;
  readonly mib: number;
  /** The highest memory usage of a statement. */
  readonly memoryMib: number;
  /** User time; more reliable than elapsed time on a busy machine. */
  readonly cpuMs: number;
}

/** The time of ClickHouse, for `costSince`. */
export async function clockOf(client: ClickHouseClient): Promise<string> {
  const [{ at } = { at: '' }] = await rowsOf<{ at: string }>(client, 'SELECT toString(now64(6)) AS at');
  return at;
}

/** The sentence of a report about its costs. */
export const COST_NOTE =
  'Costs lack the statements that the query log leaves out: those with values of filters or with keys of results. NaN: all are left out.';

const NOT_LOGGED: Cost = { rows: NaN, mib: NaN, memoryMib: NaN, cpuMs: NaN };

/** The average cost of the logged statements of an application since a time; NaN without one. */
export async function costSince(
  client: ClickHouseClient,
  at: string,
  { application, executions }: { readonly application: string; readonly executions: number },
): Promise<Cost> {
  await client.command({ query: 'SYSTEM FLUSH LOGS' });
  const [cost] = await rowsOf<Cost>(
    client,
    `SELECT sum(read_rows) / ${executions} AS rows, sum(read_bytes) / 1048576 / ${executions} AS mib, max(memory_usage) / 1048576 AS memoryMib,
       sum(ProfileEvents['UserTimeMicroseconds']) / 1000 / ${executions} AS cpuMs
     FROM system.query_log
     WHERE type = 'QueryFinish' AND query_start_time_microseconds > '${at}' AND query_kind = 'Select'
       AND startsWith(http_user_agent, '${application} ') AND NOT startsWith(http_user_agent, '${application} roll-ups ')
       AND arrayExists(name -> match(name, '^' || currentDatabase() || '[.](events|arrivals|rollup_)'), tables)
     HAVING count() > 0`,
  );
  return cost ?? NOT_LOGGED;
}

async function rowsOf<Row>(client: ClickHouseClient, query: string): Promise<Row[]> {
  return (await client.query({ query, format: 'JSONEachRow' })).json<Row>();
}
