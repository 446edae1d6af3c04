import { randomBytes } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { createClickhouse } from '@headwater/kit/clickhouse/client';
import { createLog } from '@headwater/kit/log';
import { createPool } from '@headwater/kit/pg/pool';
import { startHeadwater } from '../query/start-headwater';
import { openLoop, sendOne, type Outcome, type Sent } from './open-loop';
import { WORKLOADS, type Target, type Workload } from './workloads';

const MS = 10_000;
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
 * Sends requests to an all-in-one process at fixed rates, in an open loop of 10 s for each rate, and prints the outcomes. The exit code is 1
 * if a request got a 5xx other than 503, or if an acknowledged effect is missing or a refused one is stored.
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
      ...(await createSite(apiUrl, token)),
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

/** Measures all rates of a workload after a short warm-up, and prints a line for each. */
async function measure(name: string, workload: Workload, target: Target): Promise<void> {
  await measureRate(workload, target, { perSecond: Math.min(...workload.rates) / 2, ms: 3_000 });
  for (const perSecond of workload.rates) {
    const found = await measureRate(workload, target, { perSecond, ms: MS });
    console.log(`${name} ${JSON.stringify(found.row)}`);
    if (found.problems.length > 0) process.exitCode = 1;
    for (const problem of found.problems) console.log(`${name} at ${perSecond}/s: ${problem}`);
  }
}

async function measureRate(
  workload: Workload,
  target: Target,
  { perSecond, ms }: { readonly perSecond: number; readonly ms: number },
): Promise<{ readonly row: Record<string, unknown>; readonly problems: readonly string[] }> {
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
  const stored = await storedOf(workload, { target, run }, sent);
  const row = {
    perSecond,
    outcomes: describe(sent),
    goodput: Math.round((good.length * 1_000) / ms),
    p50Ms: percentile(good, 0.5),
    p99Ms: percentile(good, 0.99),
    backAfterS: Math.round(backAfterMs / 100) / 10,
    cpuMsEach: Math.round((cpuMs / good.length) * 100) / 100,
    load1: Math.round((loadavg()[0] ?? 0) * 10) / 10,
    ...stored?.row,
  };
  const failed = sent.filter(
    ({ outcome }) => typeof outcome === 'number' && outcome >= 500 && outcome !== 503,
  );
  return {
    row,
    problems: [
      ...(failed.length > 0 ? [`${failed.length} responses with 5xx other than 503`] : []),
      ...(stored?.problems ?? []),
    ],
  };
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
async function storedOf(
  { stored }: Workload,
  { target, run }: { readonly target: Target; readonly run: string },
  sent: readonly Sent[],
): Promise<{ readonly row: object; readonly problems: readonly string[] } | undefined> {
  if (!stored) return undefined;
  const acknowledged = sent.filter(({ outcome }) => isSuccess(outcome)).map(({ number }) => number);
  const refused = sent.filter(({ outcome }) => outcome === 503 || outcome === 429);
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
  const repeated = numbers.length - found.size;
  const unwanted = refused.filter(({ number }) => found.has(number)).length;
  const problems = [
    ...(missing() > 0 ? [`${missing()} acknowledged requests without an effect`] : []),
    ...(unwanted > 0 ? [`${unwanted} refused requests with an effect`] : []),
    ...(repeated > 0 ? [`${repeated} effects happened twice`] : []),
  ];
  return {
    row: { stored: found.size, unacknowledged: found.size - acknowledged.length + missing() },
    problems,
  };
}

function isSuccess(outcome: Outcome): boolean {
  return typeof outcome === 'number' && outcome < 300;
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

async function createSite(apiUrl: string, token: string): Promise<{ siteId: number; siteKey: string }> {
  const response = await fetch(`${apiUrl}/api/v1/sites`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ domain: 'shop.example' }),
  });
  if (response.status !== 201) throw new Error(`The site could not be created: ${response.status}.`);
  const { id, snippet } = (await response.json()) as { id: number; snippet: string };
  return { siteId: id, siteKey: /data-key="([^"]+)"/.exec(snippet)?.[1] ?? '' };
}
