import { median } from '../processes';
import type { Body, HttpCall, HttpScope } from './http-calls';
import type { RunningHeadwater } from './start-headwater';
import { BENCH_APPLICATION, clockOf, costSince, runSql, timed, type Clients, type Cost } from './time-query';

/** The median time of a call, in milliseconds, and the share of its requests that the limits refused. */
export interface HttpTiming {
  readonly name: string;
  readonly httpMs: number;
  readonly sqlMs?: number;
  /** Median of the ratios of all rounds, HTTP / SQL. Within a round, other load slows down both sides. */
  readonly ratio?: number;
  /** CPU time in ClickHouse, the API's statements / the hand-written ones. */
  readonly cpuRatio?: number;
  readonly cost: Cost;
  readonly requests: number;
  /** Responses with a status other than 200. */
  readonly refused: number;
}

type Api = Pick<RunningHeadwater, 'apiUrl' | 'token'>;

interface Opened {
  readonly ms: number;
  readonly statuses: readonly number[];
  readonly bodies: readonly Body[];
}

/** Sends the requests of a call concurrently, as a page does, and waits for all responses. */
async function open({ apiUrl, token }: Api, paths: readonly string[]): Promise<Opened> {
  const headers = { authorization: `Bearer ${token}` };
  const begin = performance.now();
  const responses = await Promise.all(
    paths.map(async (path) => {
      const response = await fetch(apiUrl + path, { headers });
      const body = (await response.json()) as Body;
      return { status: response.status, body };
    }),
  );
  return {
    ms: performance.now() - begin,
    statuses: responses.map(({ status }) => status),
    bodies: responses.map(({ body }) => body),
  };
}

const refusedOf = (opened: readonly Opened[]): number =>
  opened.flatMap(({ statuses }) => statuses).filter((status) => status !== 200).length;

/** Measures a call and the hand-written statements in alternating rounds. @throws Error when their numbers differ */
export async function timeHttp(
  call: HttpCall,
  scope: HttpScope,
  { clients, rounds }: { readonly clients: Api & Pick<Clients, 'clickhouse'>; readonly rounds: number },
): Promise<HttpTiming> {
  const { clickhouse } = clients;
  const statements = call.sql?.(scope);
  const begin = await clockOf(clickhouse);
  const rows: { http: Opened; sqlMs: number }[] = [];
  // The first round is warm-up.
  for (let round = 0; round <= rounds; round++) {
    const http = await open(clients, call.paths(scope));
    const sql = await timed(() => Promise.all((statements ?? []).map((query) => runSql(clients, query))));
    rows.push({ http, sqlMs: statements ? sql.ms : NaN });
    if (!call.compare || refusedOf([http]) > 0) continue;
    const [found, expected] = [call.compare.http(http.bodies), call.compare.sql(sql.result)];
    if (JSON.stringify(found) !== JSON.stringify(expected))
      throw new Error(`${call.name}: SQL returned ${expected.join(', ')}, the API ${found.join(', ')}`);
  }
  const executions = rows.length;
  const cost = await costSince(clickhouse, begin, { application: 'headwater-analytics', executions });
  const handWritten = await costSince(clickhouse, begin, { application: BENCH_APPLICATION, executions });
  const measured = rows.slice(1);
  return {
    name: call.name,
    httpMs: median(measured.map(({ http }) => http.ms)),
    ...(statements
      ? {
          sqlMs: median(measured.map(({ sqlMs }) => sqlMs)),
          ratio: median(measured.map(({ http, sqlMs }) => http.ms / sqlMs)),
          cpuRatio: cost.cpuMs / handWritten.cpuMs,
        }
      : {}),
    cost,
    requests: measured.flatMap(({ http }) => http.statuses).length,
    refused: refusedOf(measured.map(({ http }) => http)),
  };
}

/** Times of a page that several viewers open. */
export interface ViewersTiming {
  readonly viewers: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly requests: number;
  readonly refused: number;
}

/** Each viewer opens the page several times, with the think time in between, and has a token of its own. */
export async function timeViewers(
  paths: readonly string[],
  {
    apis,
    pages,
    thinkMs,
  }: { readonly apis: readonly Api[]; readonly pages: number; readonly thinkMs: number },
): Promise<ViewersTiming> {
  const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const opened = await Promise.all(
    apis.map(async (api, index) => {
      // People do not open the page in the same moment.
      await pause((thinkMs * index) / apis.length);
      const all: Opened[] = [];
      for (let page = 0; page < pages; page++) {
        all.push(await open(api, paths));
        await pause(thinkMs);
      }
      return all;
    }),
  );
  const sorted = opened.flat().sort((a, b) => a.ms - b.ms);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)]?.ms ?? NaN;
  return {
    viewers: apis.length,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    requests: sorted.flatMap(({ statuses }) => statuses).length,
    refused: refusedOf(sorted),
  };
}
