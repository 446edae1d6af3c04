import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClickhouse, type ClickHouseClient } from '@headwater/kit/clickhouse/client';
import { packageRoot } from '@headwater/kit/package-root';
import { createRpcClient } from '@headwater/kit/rpc/client';
import { IDEMPOTENT, loadAnalytics } from '@headwater/protos/services';
import { EVENT_QUESTIONS } from './event-questions';
import { lastDays, loadSite, mergePastDays } from './load-site';
import { ZONE } from './question';
import { reportStorage, reportTargets, reportTimings, type Measured } from './report';
import { startHeadwater, type RunningHeadwater } from './start-headwater';
import { BENCH_APPLICATION, timeQuestion, type Askable, type TimingOptions } from './time-question';
import { VISIT_QUESTIONS } from './visit-questions';

const DAYS = 30;
const ONE_MILLION = 1_000_000;
const WORKSPACE = 1;
const NEIGHBOURS = { first: 1_000, sites: 1_000 };
const ROUNDS = 5;
const PATIENCE_MS = 8_000;
const LOAD_TIMEOUT_MS = 3_600_000;

/**
 * Times each question beside hand-written SQL: of a site of a million events alone, of the same site beside ten million
 * of a large site (`--large`: a hundred; `--events=N`; `--rounds=N`) and a tenth as many of a thousand others, and of that large site.
 */
export async function benchQuery(args: readonly string[]): Promise<void> {
  const events = numberOf(args, 'events') ?? (args.includes('--large') ? 100 : 10) * ONE_MILLION;
  const rounds = numberOf(args, 'rounds') ?? ROUNDS;
  const days = lastDays(DAYS, Date.now());
  const headwater = await startHeadwater();
  const clickhouse = createClickhouse({
    clickhouseUrl: headwater.clickhouseUrl,
    applicationName: BENCH_APPLICATION,
    requestTimeoutMs: LOAD_TIMEOUT_MS,
  });
  const rpc = createRpcClient({
    service: loadAnalytics(),
    address: headwater.analyticsAddress,
    idempotent: IDEMPOTENT.analytics,
  });
  try {
    const askable: Askable = { ...headwater, calls: rpc.calls, clickhouse };
    const timed = (siteId: number) => timeAll({ askable, rounds, patienceMs: PATIENCE_MS }, siteId, days);
    const [one, large] = [await createSite(headwater, 'one'), await createSite(headwater, 'large')];
    const site = (siteId: number) => ({ workspaceId: WORKSPACE, siteId });
    await load(clickhouse, days, [{ site: site(one), events: Math.min(ONE_MILLION, events) }]);
    const alone = await timed(one);
    await load(clickhouse, days, [
      { site: site(large), events },
      { site: site(NEIGHBOURS.first), events: Math.round(events / 10), sites: NEIGHBOURS.sites },
    ]);
    const beside = await timed(one);
    const found = { alone, beside, large: await timed(large) };
    await reportStorage(clickhouse, DAYS);
    reportTargets(alone);
    const file = join(packageRoot('@headwater/bench'), 'baselines/query.json');
    if (args.includes('--save')) writeFileSync(file, `${JSON.stringify({ events, ...found }, null, 2)}\n`);
    reportTimings(found, JSON.parse(readFileSync(file, 'utf8')) as typeof found);
  } finally {
    rpc.close();
    await clickhouse.close();
    await headwater.stop();
  }
}

function numberOf(args: readonly string[], name: string): number | undefined {
  const given = args.find((arg) => arg.startsWith(`--${name}=`));
  return given === undefined ? undefined : Number(given.slice(name.length + 3));
}

type Load = Omit<Parameters<typeof loadSite>[1], 'days'>;

async function load(
  client: ClickHouseClient,
  days: readonly string[],
  loads: readonly Load[],
): Promise<void> {
  const begin = performance.now();
  for (const one of loads) await loadSite(client, { ...one, days });
  await mergePastDays(client, days);
  const events = loads.reduce((sum, one) => sum + one.events, 0);
  console.log(`${events} events made in ${Math.round((performance.now() - begin) / 1_000)} s`);
}

async function timeAll(options: TimingOptions, siteId: number, days: readonly string[]): Promise<Measured[]> {
  const asked = { workspaceId: WORKSPACE, siteId, from: days[0] ?? '', to: days.at(-1) ?? '' };
  const measured: Measured[] = [];
  for (const question of [...EVENT_QUESTIONS, ...VISIT_QUESTIONS]) {
    const timing = await timeQuestion(question, asked, options);
    measured.push({ name: question.name, ...timing });
    // At once, so that a run that is broken off has told what it knows.
    console.log(`site ${siteId}: ${question.name}: ${Math.round(timing.apiMs ?? timing.rpcMs)} ms`);
  }
  return measured;
}

async function createSite({ apiUrl, token }: RunningHeadwater, name: string): Promise<number> {
  const response = await fetch(`${apiUrl}/api/v1/sites`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ domain: `${name}.example`, timezone: ZONE }),
  });
  if (response.status !== 201) throw new Error(`POST /api/v1/sites answered ${response.status}`);
  return ((await response.json()) as { id: number }).id;
}
