import { setTimeout } from 'node:timers/promises';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createClickhouse, type ClickHouseClient } from '@headwater/kit/clickhouse/client';
import { overviewPaths } from '@headwater/dashboard/overview-requests';
import { numberOf, textOf } from '../options';
import { baselineFile, rounded } from '../processes';
import { LONG_CALLS, MONTH_CALLS, type HttpCall, type HttpScope } from './http-calls';
import { ZONE } from './query-definition';
import { createSite, startHeadwater, type RunningHeadwater } from './start-headwater';
import {
  hasEvents,
  lastDays,
  loadLatestEvents,
  loadLateEvents,
  loadSite,
  mergePastDays,
} from './synthetic-events';
import { timeHttp, timeViewers, type HttpTiming, type ViewersTiming } from './time-http';
import { BENCH_APPLICATION, COST_NOTE } from './time-query';

const ONE_MILLION = 1_000_000;
const SIZES = [1, 10];
const WORKSPACE = 1;
const ROUNDS = 3;
const VIEWERS = [1, 5, 10];
const PAGES_PER_VIEWER = 3;
const THINK_MS = 5_000;
/** Days with late and repeated events. */
const LATE_DAYS = 7;
const LOAD_TIMEOUT_MS = 3_600_000;

/** Results of a site in a window. */
interface SiteTimings {
  readonly name: string;
  readonly calls: readonly HttpTiming[];
  readonly viewers: readonly ViewersTiming[];
}

/**
 * Measures over HTTP, with the default limits, the pages and calls that a user waits for, beside the fastest known statements on
 * the same table. Each size has a site with its events in 30 days, and a site with its events in 365 days. Options:
 * `--large` adds a hundred million events; `--events=N` measures one size; `--month` omits the sites of 365 days; `--rounds=N`;
 * `--only=REGEXP` selects calls and `viewers`; `--think=MS` between two pages of a viewer; `--without-rollups` reads events only;
 * `--data=DIR` keeps the data for later runs; `--save` records the results.
 */
export async function benchQuery(args: readonly string[]): Promise<void> {
  const sizes = [...SIZES, ...(args.includes('--large') ? [100] : [])].map(
    (millions) => millions * ONE_MILLION,
  );
  const events = numberOf(args, 'events');
  const options: Options = {
    rounds: numberOf(args, 'rounds') ?? ROUNDS,
    only: new RegExp(textOf(args, 'only') ?? ''),
    thinkMs: numberOf(args, 'think') ?? THINK_MS,
    rollups: !args.includes('--without-rollups'),
    isMonth: args.includes('--month'),
  };
  const headwater = await startHeadwater({
    dataDir: textOf(args, 'data'),
    env: { ANALYTICS_ROLLUPS: options.rollups ? 'on' : 'off' },
  });
  const clickhouse = createClickhouse({
    clickhouseUrl: headwater.clickhouseUrl,
    applicationName: BENCH_APPLICATION,
    requestTimeoutMs: LOAD_TIMEOUT_MS,
  });
  try {
    const found: SiteTimings[] = [];
    for (const size of events === undefined ? sizes : [events])
      found.push(...(await timeSize({ ...headwater, clickhouse }, size, options)));
    const file = baselineFile('query');
    const recorded = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SiteTimings[]) : [];
    // A run of one size keeps the results of the others.
    const others = recorded.filter(({ name }) => !found.some((site) => site.name === name));
    if (args.includes('--save')) writeFileSync(file, `${JSON.stringify([...others, ...found], null, 2)}\n`);
    report(found, recorded);
  } finally {
    await clickhouse.close();
    await headwater.stop();
  }
}

interface Options {
  readonly rounds: number;
  readonly only: RegExp;
  readonly thinkMs: number;
  readonly rollups: boolean;
  readonly isMonth: boolean;
}

type Clients = RunningHeadwater & { readonly clickhouse: ClickHouseClient };

async function timeSize(clients: Clients, events: number, options: Options): Promise<SiteTimings[]> {
  const size = `${events / ONE_MILLION} M events`;
  const month = await prepareSite(clients, { events, days: lastDays(30, Date.now()) });
  const measured = [
    await timeCalls(
      clients,
      { name: `${size} in 30 days`, scope: month, calls: MONTH_CALLS, viewers: VIEWERS },
      options,
    ),
  ];
  if (options.isMonth) return measured;
  const year = await prepareSite(clients, { events, days: lastDays(365, Date.now()) });
  const windows = [
    ['90 of 365 days', { ...year, from: lastDays(90, Date.now())[0] ?? '' }],
    ['365 days', year],
  ] as const;
  for (const [window, scope] of windows)
    measured.push(
      await timeCalls(
        clients,
        { name: `${size}, ${window}`, scope, calls: LONG_CALLS, viewers: [] },
        options,
      ),
    );
  return measured;
}

/** Creates a site with events, a goal and a funnel. */
async function prepareSite(
  clients: Clients,
  { events, days }: { readonly events: number; readonly days: readonly string[] },
): Promise<HttpScope> {
  const begin = performance.now();
  const siteId = await createSite(clients, `site-${events}-${days.length}.example`, ZONE);
  const load = { site: { workspaceId: WORKSPACE, siteId }, events, days };
  // Inserted again, the events of today would be read twice until they are merged.
  if (!(await hasEvents(clients.clickhouse, load.site))) {
    await loadSite(clients.clickhouse, load);
    await mergePastDays(clients.clickhouse, days);
    await loadLateEvents(clients.clickhouse, { ...load, lateDays: days.slice(-LATE_DAYS - 1, -1) });
    console.log(
      `${events} events over ${days.length} days created in ${Math.round((performance.now() - begin) / 1_000)} s`,
    );
  }
  const goal = { name: 'Read', type: 'page', path: '/products/*' };
  const steps = [
    goal,
    ...['add_to_cart', 'purchase'].map((event) => ({ name: event, type: 'event', event })),
  ];
  const created = [
    await post(clients, `/api/v1/sites/${siteId}/goals`, goal),
    await post(clients, `/api/v1/sites/${siteId}/funnels`, { name: 'Purchase', steps, windowHours: 24 }),
  ];
  const [goalId = 0, funnelId = 0] = created.map(({ id }) => Number(id));
  const [from = '', to = ''] = [days[0], days.at(-1)];
  return { workspaceId: WORKSPACE, siteId, from, to, goalId, funnelId };
}

async function timeCalls(
  clients: Clients,
  site: {
    readonly name: string;
    readonly scope: HttpScope;
    readonly calls: readonly HttpCall[];
    readonly viewers: readonly number[];
  },
  { rounds, only, thinkMs, rollups }: Options,
): Promise<SiteTimings> {
  const { name, scope } = site;
  if (rollups) await waitForRollups(clients, scope);
  const endMs = Date.parse(scope.to) - DAY_MS;
  await loadLatestEvents(clients.clickhouse, { site: scope, days: lastDays(DAYS_WITH_LATEST, endMs) });
  const calls: HttpTiming[] = [];
  for (const call of site.calls.filter((one) => only.test(one.name))) {
    const timing = await timeHttp(call, scope, { clients, rounds });
    calls.push(timing);
    // Printed immediately, so that an interrupted run shows its results.
    console.log(`${name}: ${call.name}: ${Math.round(timing.httpMs)} ms, ${timing.refused} refused`);
  }
  const viewers: ViewersTiming[] = [];
  const { siteId, from, to } = scope;
  const view = {
    window: { from, to },
    grain: undefined,
    compare: undefined,
    timezone: undefined,
    filters: [],
  };
  for (const count of only.test('viewers') ? site.viewers : []) {
    const apis = await Promise.all(Array.from({ length: count }, () => withTokenOfItsOwn(clients)));
    const timing = await timeViewers(overviewPaths(siteId, view), { apis, pages: PAGES_PER_VIEWER, thinkMs });
    viewers.push(timing);
    console.log(`${name}: ${count} viewers: p95 ${Math.round(timing.p95Ms)} ms, ${timing.refused} refused`);
  }
  return { name, calls, viewers };
}

/** In each of these days before the last one, events arrive after the roll-ups were built: trackers send some of them days later. */
const DAYS_WITH_LATEST = 10;
const DAY_MS = 86_400_000;

/** Days with fewer events have no roll-up. */
const MIN_EVENTS_OF_ROLLUP = 1_000;
const ROLLUPS_DEADLINE_MS = 1_800_000;

/** Requests a site's statistics, and waits until each ended day and week of the window has a roll-up. The hours of today are built before. */
async function waitForRollups(
  { apiUrl, token, clickhouse }: Clients,
  { siteId, from, to }: HttpScope,
): Promise<void> {
  const begin = performance.now();
  const path = `/api/v1/sites/${siteId}/stats?from=${from}&to=${to}`;
  await fetch(apiUrl + path, { headers: { authorization: `Bearer ${token}` } });
  for (;;) {
    const result = await clickhouse.query({
      query: `WITH
          toDate(now(), {zone:String}) AS today,
          (SELECT groupUniqArray(toDate(start, {zone:String})) FROM rollup_builds
            WHERE site_id = {siteId:UInt64} AND end > start + INTERVAL 20 HOUR) AS built,
          (SELECT uniqExact(start) FROM rollup_weeks WHERE site_id = {siteId:UInt64}) AS weeks
        SELECT countIf(NOT has(built, day)) AS missing_days,
          uniqExactIf(toMonday(day), toMonday(day) >= {from:Date} AND toMonday(day) + 7 <= today) - weeks AS missing_weeks,
          missing_days + greatest(missing_weeks, 0) AS missing
        FROM (
          SELECT toDate(quarter, {zone:String}) AS day FROM arrivals
           WHERE site_id = {siteId:UInt64} AND day >= {from:Date} AND day < today
           GROUP BY day HAVING sum(events) >= ${MIN_EVENTS_OF_ROLLUP}
        )`,
      query_params: { siteId, from, zone: ZONE },
      format: 'JSONEachRow',
    });
    const missing = (await result.json<{ missing: number }>())[0]?.missing ?? 0;
    const ms = performance.now() - begin;
    if (missing === 0) return console.log(`roll-ups built in ${Math.round(ms / 1_000)} s`);
    if (ms > ROLLUPS_DEADLINE_MS)
      throw new Error(`${missing} days and weeks have no roll-up after ${ms} ms.`);
    await setTimeout(1_000);
  }
}

async function withTokenOfItsOwn(
  clients: RunningHeadwater,
): Promise<Pick<RunningHeadwater, 'apiUrl' | 'token'>> {
  const { token } = await post(clients, '/api/v1/tokens', {
    name: 'viewer',
    scopes: ['sites:read', 'stats:read'],
  });
  return { apiUrl: clients.apiUrl, token: String(token) };
}

async function post(
  { apiUrl, token }: RunningHeadwater,
  path: string,
  body: object,
): Promise<Readonly<Record<string, unknown>>> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(apiUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (response.status !== 201)
    throw new Error(`POST ${path} returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as Readonly<Record<string, unknown>>;
}

/** Prints a run next to the recorded ratios. */
function report(found: readonly SiteTimings[], recorded: readonly SiteTimings[]): void {
  const rounds = (value: number | undefined) => (value === undefined ? undefined : rounded(value));
  console.log(COST_NOTE);
  for (const { name, calls, viewers } of found) {
    const before = recorded.find((site) => site.name === name);
    console.log(name);
    console.table(
      Object.fromEntries(
        calls.map(({ cost, ...one }) => {
          const old = before?.calls.find((call) => call.name === one.name);
          const row = {
            'http ms': Math.round(one.httpMs),
            'sql ms': one.sqlMs === undefined ? undefined : Math.round(one.sqlMs),
            'http/sql': rounds(one.ratio),
            'recorded http/sql': rounds(old?.ratio),
            'cpu/sql': rounds(one.cpuRatio),
            'recorded cpu/sql': rounds(old?.cpuRatio),
            'cpu ms': Math.round(cost.cpuMs),
            'M rows': rounds(cost.rows / ONE_MILLION),
            'memory MiB': Math.round(cost.memoryMib),
            refused: `${one.refused} of ${one.requests}`,
          };
          return [one.name, row];
        }),
      ),
    );
    if (viewers.length > 0)
      console.table(
        viewers.map((row) => ({ ...row, p50Ms: Math.round(row.p50Ms), p95Ms: Math.round(row.p95Ms) })),
      );
  }
}
