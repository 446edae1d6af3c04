import { randomBytes } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { createClickhouse } from '@headwater/kit/clickhouse/client';
import { createLog } from '@headwater/kit/log';
import { createPool } from '@headwater/kit/pg/pool';
import { startHeadwater } from '../query/start-headwater';
import { openLoop, sendOne, type Outcome, type Sent } from './open-loop';
import { describeTargets, type Measured } from './targets';
import { WORKLOADS, type Target, type Workload } from './workloads';

const MS = 10_000;
/** Until Postgres has statistics of the tables: `autovacuum_naptime`, and a second. */
const WARM_UP_MS = 25_000;
/** Share of the rate from which on the goodput keeps up with it. */
const KEPT_UP = 0.95;
/** A sender waits for an answer for this time. A success after it doesn't count. */
const PATIENCE_MS = 5_000;
/** Time until events of the log are in ClickHouse. */
const STORED_WITHIN_MS = 60_000;
const PROBE_MS = 100;
/** Goodput is back when a single request succeeds within this time. A server event may wait a second for ClickHouse. */
const QUICK_MS = 2_000;
/** Max time to wait for it. */
const BACK_WITHIN_MS = 30_000;

/** Limits of senders would hide the limits of the machine. */
const UNLIMITED = {
  RATE_LIMIT_PER_SECOND: '100000',
  RATE_LIMIT_BURST: '100000',
  RATE_LIMIT_EXPORTS_PER_MINUTE: '100000',
  COLLECTOR_SITE_EVENTS_PER_SECOND: '0',
  COLLECTOR_ADDRESS_REQUESTS_PER_SECOND: '0',
  COLLECTOR_VISITOR_EVENTS_PER_MINUTE: '0',
};

/**
 * Sends requests to an all-in-one process at growing rates, in an open loop of 10 s for each rate, until the goodput is below the rate: the
 * rates of the workload, then the double of the last one. The knee is the largest goodput. Then it sends twice as many, and prints which
 * targets are met. The exit code is 1 if one is missed.
 *
 * @param args names of workloads, default all; `--rates=200,400` replaces their rates
 */
export async function benchOverload(args: readonly string[]): Promise<void> {
  const headwater = await startHeadwater({ env: UNLIMITED });
  const { apiUrl, collectUrl, clickhouseUrl, databaseUrl, token } = headwater;
  const clickhouse = createClickhouse({ clickhouseUrl, applicationName: 'bench' });
  const postgres = createPool({
    databaseUrl,
    applicationName: 'bench',
    log: createLog('bench', 'silent'),
  });
  try {
    const target: Target = {
      ...(await createSite(apiUrl, token, 'shop.example')),
      emptySiteId: (await createSite(apiUrl, token, 'empty.example')).siteId,
      token,
      apiPort: portOf(apiUrl),
      collectorPort: portOf(collectUrl),
      clickhouse,
      postgres,
      cpuMs: () => headwater.cpuMs(),
    };
    const names = args.filter((arg) => !arg.startsWith('--'));
    const rates = args.find((arg) => arg.startsWith('--rates='))?.slice('--rates='.length);
    for (const name of names.length > 0 ? names : Object.keys(WORKLOADS)) {
      const workload = WORKLOADS[name];
      if (!workload)
        throw new Error(`Unknown workload ${name}. Use one of ${Object.keys(WORKLOADS).join(', ')}.`);
      await measure(name, rates ? { ...workload, rates: rates.split(',').map(Number) } : workload, target);
    }
  } finally {
    await clickhouse.close();
    await postgres.end();
    await headwater.stop();
  }
}

/** Measures a workload after a short warm-up. Prints a line for each rate and for each target. */
async function measure(name: string, workload: Workload, target: Target): Promise<void> {
  const measureAt = async (perSecond: number): Promise<Measured> => {
    const { row, measured } = await measureRate(workload, target, { perSecond, ms: MS });
    console.log(`${name} ${JSON.stringify(row)}`);
    return measured;
  };
  await measureRate(workload, target, { perSecond: Math.min(...workload.rates) / 2, ms: WARM_UP_MS });
  const steps: Measured[] = [];
  for (let step: Measured | undefined; !step || step.goodput >= KEPT_UP * step.perSecond;) {
    step = await measureAt(workload.rates[steps.length] ?? 2 * (step?.perSecond ?? 0));
    steps.push(step);
  }
  const knee = Math.max(...steps.map(({ goodput }) => goodput));
  const atTwiceTheKnee = await measureAt(2 * knee);
  for (const { isMet, text } of describeTargets(workload, { steps, knee, atTwiceTheKnee })) {
    console.log(`${isMet ? 'met   ' : 'MISSED'} ${name}: ${text}`);
    if (!isMet) process.exitCode = 1;
  }
}

async function measureRate(
  workload: Workload,
  target: Target,
  { perSecond, ms }: { readonly perSecond: number; readonly ms: number },
): Promise<{ readonly row: Record<string, unknown>; readonly measured: Measured }> {
  const run = randomBytes(6).toString('hex');
  const port = workload.portOf(target);
  const requestOf = (number: number): Buffer => workload.requestOf(target, run, number);
  const begin = performance.now();
  const cpuBefore = target.cpuMs();
  const sending = openLoop({ port, perSecond, ms, requestOf }).then((sent) => ({
    sent,
    cpuMs: target.cpuMs() - cpuBefore,
  }));
  await pause(begin + ms - performance.now());
  const backAfterMs = await goodputIsBack(port, () => workload.requestOf(target, `${run}p`, 0));
  const { sent, cpuMs } = await sending;
  const good = sent.filter(({ outcome }) => isSuccess(outcome)).map((one) => one.ms);
  const refused = sent.filter(({ outcome }) => isRefusal(outcome)).map((one) => one.ms);
  const effects = await effectsOf(workload, { target, run }, sent);
  const measured = {
    perSecond,
    goodput: Math.round((good.filter((one) => one <= PATIENCE_MS).length * 1_000) / ms),
    p99Ms: percentile(good, 0.99),
    backAfterS: Math.round(backAfterMs / 100) / 10,
    errors: sent.filter(({ outcome }) => isError(outcome)).length,
    effects,
  };
  const row = {
    ...measured,
    outcomes: describe(sent),
    p50Ms: percentile(good, 0.5),
    refusedP50Ms: percentile(refused, 0.5),
    refusedP99Ms: percentile(refused, 0.99),
    cpuMsEach: Math.round((cpuMs / good.length) * 100) / 100,
    load1: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  };
  return { row, measured };
}

/** Milliseconds until a single request succeeds quickly, three times in a row. */
async function goodputIsBack(port: number, request: () => Buffer): Promise<number> {
  const begin = performance.now();
  let back = begin;
  for (let quick = 0; quick < 3;) {
    const sentAt = performance.now();
    const outcome = await sendOne(port, request());
    const isQuick = isSuccess(outcome) && performance.now() - sentAt < QUICK_MS;
    if (quick === 0) back = sentAt;
    quick = isQuick ? quick + 1 : 0;
    if (performance.now() - begin > BACK_WITHIN_MS) return Infinity;
    await pause(PROBE_MS);
  }
  return back - begin;
}

/** Compares the stored effects with the outcomes; waits until the acknowledged ones are stored. */
async function effectsOf(
  { stored }: Workload,
  { target, run }: { readonly target: Target; readonly run: string },
  sent: readonly Sent[],
): Promise<Measured['effects']> {
  if (!stored) return { missing: 0, unwanted: 0, repeated: 0 };
  const acknowledged = sent.filter(({ outcome }) => isSuccess(outcome)).map(({ number }) => number);
  const end = performance.now() + STORED_WITHIN_MS;
  let numbers = await stored(target, run);
  const missing = (): number => {
    const found = new Set(numbers);
    return acknowledged.filter((number) => !found.has(number)).length;
  };
  while (missing() > 0 && performance.now() < end) {
    await pause(PROBE_MS);
    numbers = await stored(target, run);
  }
  const found = new Set(numbers);
  return {
    missing: missing(),
    unwanted: sent.filter(({ number, outcome }) => !isSuccess(outcome) && found.has(number)).length,
    repeated: numbers.length - found.size,
  };
}

function isSuccess(outcome: Outcome): boolean {
  return typeof outcome === 'number' && outcome < 300;
}

function isRefusal(outcome: Outcome): boolean {
  return outcome === 429 || outcome === 503;
}

function isError(outcome: Outcome): boolean {
  return typeof outcome === 'number' ? outcome >= 500 && outcome !== 503 : outcome !== 'unsent';
}

/** Such as `202: 3991, 503: 9`. */
function describe(sent: readonly Sent[]): string {
  const counts = new Map<Outcome, number>();
  for (const { outcome } of sent) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [...counts].map(([outcome, count]) => `${outcome}: ${count}`).join(', ');
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length * share)] ?? NaN);
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}

async function createSite(
  apiUrl: string,
  token: string,
  domain: string,
): Promise<{ siteId: number; siteKey: string }> {
  const response = await fetch(`${apiUrl}/api/v1/sites`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ domain }),
  });
  if (response.status !== 201) throw new Error(`The site could not be created: ${response.status}.`);
  const { id, snippet } = (await response.json()) as { id: number; snippet: string };
  return { siteId: id, siteKey: /data-key="([^"]+)"/.exec(snippet)?.[1] ?? '' };
}
