import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClickhouse, type ClickHouseClient } from '@headwater/kit/clickhouse/client';
import { AppError } from '@headwater/kit/errors';
import { packageRoot } from '@headwater/kit/package-root';
import { createRpcClient } from '@headwater/kit/rpc/client';
import { IDEMPOTENT, loadAnalytics } from '@headwater/protos/services';
import { EVENT_QUESTIONS } from './event-questions';
import { keep, readKept } from './kept-data';
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
 * With `--data=DIR` a later run goes on with what an earlier one has made there; `--until=alone` and `--until=loaded` end a
 * run early, `--only=REGEXP` asks some of the questions.
 */
export async function benchQuery(args: readonly string[]): Promise<void> {
  const events = numberOf(args, 'events') ?? (args.includes('--large') ? 100 : 10) * ONE_MILLION;
  const rounds = numberOf(args, 'rounds') ?? ROUNDS;
  const [dataDir, until] = [textOf(args, 'data'), textOf(args, 'until')];
  const only = new RegExp(textOf(args, 'only') ?? '');
  const headwater = await startHeadwater(dataDir);
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
    const kept = readKept(dataDir) ?? {
      days: lastDays(DAYS, Date.now()),
      one: await createSite(headwater, 'one'),
      large: await createSite(headwater, 'large'),
    };
    const { days, one, large } = kept;
    keep(dataDir, kept);
    const timed = (siteId: number) =>
      timeAll({ askable, rounds, patienceMs: PATIENCE_MS, only }, siteId, days);
    const site = (siteId: number) => ({ workspaceId: WORKSPACE, siteId });
    await load(clickhouse, days, [{ site: site(one), events: Math.min(ONE_MILLION, events) }]);
    const alone = kept.alone ?? (await timed(one));
    keep(dataDir, { ...kept, alone });
    if (until === 'alone') return;
    await load(clickhouse, days, [
      { site: site(large), events },
      { site: site(NEIGHBOURS.first), events: Math.round(events / 10), sites: NEIGHBOURS.sites },
    ]);
    if (until === 'loaded') return;
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

function textOf(args: readonly string[], name: string): string | undefined {
  return args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
}

function numberOf(args: readonly string[], name: string): number | undefined {
  const given = textOf(args, name);
  return given === undefined ? undefined : Number(given);
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

async function timeAll(
  { only, ...options }: TimingOptions & { readonly only: RegExp },
  siteId: number,
  days: readonly string[],
): Promise<Measured[]> {
  const asked = { workspaceId: WORKSPACE, siteId, from: days[0] ?? '', to: days.at(-1) ?? '' };
  const measured: Measured[] = [];
  for (const question of [...EVENT_QUESTIONS, ...VISIT_QUESTIONS].filter(({ name }) => only.test(name))) {
    const timing = await timeQuestion(question, asked, options).catch(refused);
    if (typeof timing !== 'string') measured.push({ name: question.name, ...timing });
    // At once, so that a run that is broken off has told what it knows.
    const found = typeof timing === 'string' ? timing : `${Math.round(timing.apiMs ?? timing.rpcMs)} ms`;
    console.log(`site ${siteId}: ${question.name}: ${found}`);
  }
  return measured;
}

/** What a question was refused with for its size: the others are measured nevertheless. */
function refused(error: unknown): string {
  if (error instanceof AppError && error.code === 'query_too_heavy') return `refused: ${error.message}`;
  throw error;
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
