import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import type { CallOptions, Client } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { clockOf, costSince, type Cost } from './cost-of';
import type { Asked, BenchQuestion, Result } from './question';

/** Whom the bench asks. */
export interface Askable {
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
  /** Median of the rounds' own ratios: what slows the machine slows both sides of a round. */
  readonly rpcRatio: number;
  readonly apiRatio?: number;
  readonly cost: Cost;
  /** Processor time in ClickHouse, ours / by hand. */
  readonly cpuRatio: number;
}

/** How a question is timed. */
export interface TimingOptions {
  readonly askable: Askable;
  readonly rounds: number;
  /** No further round begins after so long, but for the first: a slow question must not keep the others from their turn. */
  readonly patienceMs: number;
}

/** Rounds that begin within so long do not count, nor does the first: code that has hardly run yet runs slowly. */
const WARM_UP_MS = 1_500;

/** Under which the hand-written statements stand in ClickHouse's log. */
export const BENCH_APPLICATION = 'headwater-bench';

const SETTINGS = { do_not_merge_across_partitions_select_final: 1 } as const;

/** Asks a question in each way, turn by turn. @throws Error when the ways disagree about the numbers. */
export async function timeQuestion(
  question: BenchQuestion,
  asked: Asked,
  { askable, rounds, patienceMs }: TimingOptions,
): Promise<Timing> {
  const options: CallOptions = { workspaceId: asked.workspaceId, deadlineMs: 120_000 };
  const bySql = (): Promise<Result[]> => Promise.all(question.sql(asked).map((sql) => runSql(askable, sql)));
  const byRpc = (): Promise<readonly number[]> => question.rpc(askable.calls, asked, options);
  const path = question.api?.(asked);
  const byApi = (): Promise<unknown> => fetchApi(askable, `/api/v1/sites/${asked.siteId}/${path}`);

  const begin = await clockOf(askable.clickhouse);
  const times: { sql: number; rpc: number; api: number }[] = [];
  const warm = performance.now() + WARM_UP_MS;
  const end = warm + patienceMs;
  let warmingUp = 0;
  while (times.length === 0 || (times.length < warmingUp + rounds && performance.now() < end)) {
    if (times.length === 0 || performance.now() < warm) warmingUp++;
    const sql = await timed(bySql);
    const rpc = await timed(byRpc);
    const [found, answered] = [question.numbers(sql.result), rpc.result];
    if (JSON.stringify(found) !== JSON.stringify(answered))
      throw new Error(`${question.name}: by hand ${found.join(', ')}, answered ${answered.join(', ')}`);
    const api = path === undefined ? NaN : (await timed(byApi)).ms;
    times.push({ sql: sql.ms, rpc: rpc.ms, api });
  }
  const asks = times.length * (path === undefined ? 1 : 2);
  const cost = await costSince(askable.clickhouse, begin, { application: 'headwater-analytics', asks });
  const byHand = { application: BENCH_APPLICATION, asks: times.length };
  const { cpuMs } = await costSince(askable.clickhouse, begin, byHand);
  if (times.length > warmingUp) times.splice(0, warmingUp);
  const middle = (pick: (time: (typeof times)[number]) => number): number => median(times.map(pick));
  return {
    sqlMs: middle(({ sql }) => sql),
    rpcMs: middle(({ rpc }) => rpc),
    rpcRatio: middle(({ sql, rpc }) => rpc / sql),
    cost,
    cpuRatio: cost.cpuMs / cpuMs,
    ...(path === undefined
      ? {}
      : { apiMs: middle(({ api }) => api), apiRatio: middle(({ sql, api }) => api / sql) }),
  };
}

/** The middle of some numbers. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

async function runSql({ clickhouse }: Askable, query: string): Promise<Result> {
  const result = await clickhouse.query({ query, format: 'JSON', clickhouse_settings: SETTINGS });
  return result.json<Record<string, unknown>>();
}

async function fetchApi({ apiUrl, token }: Askable, path: string): Promise<unknown> {
  const response = await fetch(apiUrl + path, { headers: { authorization: `Bearer ${token}` } });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`GET ${path} answered ${response.status}: ${body}`);
  return JSON.parse(body);
}

async function timed<T>(ask: () => Promise<T>): Promise<{ readonly ms: number; readonly result: T }> {
  const begin = performance.now();
  const result = await ask();
  return { ms: performance.now() - begin, result };
}
