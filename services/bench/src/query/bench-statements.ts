import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClickhouse, type ClickHouseClient } from '@headwater/kit/clickhouse/client';
import { AppError } from '@headwater/kit/errors';
import { createRpcClient } from '@headwater/kit/rpc/client';
import { rpcTrust } from '@headwater/kit/rpc/trust';
import { loadAnalytics } from '@headwater/protos/services';
import { baselineFile } from '../processes';
import { EVENT_QUERIES } from './event-queries';
import { ZONE } from './query-definition';
import { reportStorage, reportTargets, reportTimings, type Measured } from './report';
import { createSite, startHeadwater } from './start-headwater';
import { numberOf, textOf } from '../options';
import { lastDays, loadSite, mergePastDays } from './synthetic-events';
import { BENCH_APPLICATION, timeQuery, type Clients, type TimingOptions } from './time-query';
import { VISIT_QUERIES } from './visit-queries';

const DAYS = 30;
const ONE_MILLION = 1_000_000;
const WORKSPACE = 1;
const OTHER_SITES = { first: 1_000, sites: 1_000 };
const ROUNDS = 5;
const MAX_MS_PER_QUERY = 8_000;
const LOAD_TIMEOUT_MS = 3_600_000;

/** Settings with which no statement is rejected or cached. `ANALYTICS_MAX_…` in the environment overrides them. */
const WITHOUT_LIMITS = {
  RATE_LIMIT_PER_SECOND: '100000',
  RATE_LIMIT_BURST: '100000',
  // For up to two hours a day the time range is in the past, and analytics would cache the results.
  ANALYTICS_CACHE_MIB: '0',
  // Queries must not time out on a busy machine.
  ANALYTICS_MAX_SECONDS: '600',
  RPC_DEADLINE_MS: '120000',
};

/**
 * Measures each query and hand-written SQL for the same numbers, on three data sets: a site with a million events alone; the same
 * site next to a large site with ten million events (`--large`: a hundred million; `--events=N`) and a thousand other sites with a
 * tenth of that; and the large site. Options: `--rounds=N`; `--data=DIR` keeps the data for later runs; `--until=alone` and
 * `--until=loaded` stop early; `--only=REGEXP` selects queries.
 */
export async function benchStatements(args: readonly string[]): Promise<void> {
  const events = numberOf(args, 'events') ?? (args.includes('--large') ? 100 : 10) * ONE_MILLION;
  const rounds = numberOf(args, 'rounds') ?? ROUNDS;
  const [dataDir, until] = [textOf(args, 'data'), textOf(args, 'until')];
  const only = new RegExp(textOf(args, 'only') ?? '');
  const headwater = await startHeadwater({ dataDir, env: WITHOUT_LIMITS });
  const clickhouse = createClickhouse({
    clickhouseUrl: headwater.clickhouseUrl,
    applicationName: BENCH_APPLICATION,
    requestTimeoutMs: LOAD_TIMEOUT_MS,
  });
  const rpc = createRpcClient({
    service: loadAnalytics(),
    address: headwater.analyticsAddress,
    trust: rpcTrust({ rpcToken: headwater.rpcToken }),
  });
  try {
    const clients: Clients = { ...headwater, calls: rpc.calls, clickhouse };
    const state = readState(dataDir) ?? {
      days: lastDays(DAYS, Date.now()),
      one: await createSite(headwater, 'one.example', ZONE),
      large: await createSite(headwater, 'large.example', ZONE),
    };
    const { days, one, large } = state;
    writeState(dataDir, state);
    const timed = (siteId: number) =>
      timeAll({ clients, rounds, maxMs: MAX_MS_PER_QUERY, only }, siteId, days);
    const site = (siteId: number) => ({ workspaceId: WORKSPACE, siteId });
    await load(clickhouse, days, [{ site: site(one), events: Math.min(ONE_MILLION, events) }]);
    const alone = state.alone ?? (await timed(one));
    writeState(dataDir, { ...state, alone });
    if (until === 'alone') return;
    await load(clickhouse, days, [
      { site: site(large), events },
      { site: site(OTHER_SITES.first), events: Math.round(events / 10), sites: OTHER_SITES.sites },
    ]);
    if (until === 'loaded') return;
    const beside = await timed(one);
    const found = { alone, beside, large: await timed(large) };
    await reportStorage(clickhouse, DAYS);
    reportTargets(alone);
    const file = baselineFile('statements');
    if (args.includes('--save')) writeFileSync(file, `${JSON.stringify({ events, ...found }, null, 2)}\n`);
    reportTimings(found, JSON.parse(readFileSync(file, 'utf8')) as typeof found);
  } finally {
    rpc.close();
    await clickhouse.close();
    await headwater.stop();
  }
}

type Load = Omit<Parameters<typeof loadSite>[1], 'days'>;

async function load(
  client: ClickHouseClient,
  days: readonly string[],
  loads: readonly Load[],
): Promise<void> {
  const begin = performance.now();
  for (const each of loads) await loadSite(client, { ...each, days });
  await mergePastDays(client, days);
  const events = loads.reduce((sum, one) => sum + one.events, 0);
  console.log(`${events} events created in ${Math.round((performance.now() - begin) / 1_000)} s`);
}

async function timeAll(
  { only, ...options }: TimingOptions & { readonly only: RegExp },
  siteId: number,
  days: readonly string[],
): Promise<Measured[]> {
  const scope = { workspaceId: WORKSPACE, siteId, from: days[0] ?? '', to: days.at(-1) ?? '' };
  const measured: Measured[] = [];
  for (const query of [...EVENT_QUERIES, ...VISIT_QUERIES].filter(({ name }) => only.test(name))) {
    const timing = await timeQuery(query, scope, options).catch(refusalOf);
    if (typeof timing !== 'string') measured.push({ name: query.name, ...timing });
    // Printed immediately, so that an interrupted run shows its results.
    const found = typeof timing === 'string' ? timing : `${Math.round(timing.apiMs ?? timing.rpcMs)} ms`;
    console.log(`site ${siteId}: ${query.name}: ${found}`);
  }
  return measured;
}

/** The message of a query that exceeds the limits, so that the run continues with the others. */
function refusalOf(error: unknown): string {
  if (error instanceof AppError && error.code === 'query_too_heavy') return `refused: ${error.message}`;
  throw error;
}

/** The state of a run in its data directory, for later runs. */
interface RunState {
  /** Days with events, `YYYY-MM-DD` in UTC. */
  readonly days: readonly string[];
  /** Ids of the site with a million events and of the large site. */
  readonly one: number;
  readonly large: number;
  /** Results from before the events of the other sites were inserted. */
  readonly alone?: readonly Measured[] | undefined;
}

const fileOf = (dataDir: string): string => join(dataDir, 'bench-statements.json');

/** @returns undefined for a new directory, and without a directory */
function readState(dataDir: string | undefined): RunState | undefined {
  if (dataDir === undefined || !existsSync(fileOf(dataDir))) return undefined;
  return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as RunState;
}

/** Does nothing without a directory. */
function writeState(dataDir: string | undefined, data: RunState): void {
  if (dataDir !== undefined) writeFileSync(fileOf(dataDir), JSON.stringify(data));
}
