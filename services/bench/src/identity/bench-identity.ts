import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@headwater/engines/postgres';
import { createLog } from '@headwater/kit/log';
import { packageRoot } from '@headwater/kit/package-root';
import { migrate } from '@headwater/kit/pg/migrate';
import { createPool } from '@headwater/kit/pg/pool';
import { baselineFile, median, program, rounded } from '../processes';
import { BULK_ROWS, type WorkKind } from './accounts';
import { inProcess, overGrpc, type Candidate } from './candidates';
import { startAnalytics } from './servers';

const ROUNDS = 5;
const ROUND_MS = 2_500;
/** Calls to compile code, fill caches and open connections. */
const WARM_UP: Record<WorkKind, number> = { single: 1_500, bulk: 15 };

/** Concurrent calls: more than the pool has connections for short calls, and few for bulk calls. */
const CONCURRENCY: Record<WorkKind, number> = { single: 20, bulk: 2 };
const WORK: Record<WorkKind, string> = {
  single: 'one account a call',
  bulk: `calls of ${BULK_ROWS} accounts`,
};

/**
 * `bare`: HMAC and SQL in one process. `bareGrpc`: the same behind plain grpc-js. `bareAsking`: `bareGrpc` plus a call of
 * analytics for the first session, which the service makes for single accounts. `identity`: the service.
 */
const NAMES: Record<WorkKind, readonly Name[]> = {
  single: ['bare', 'bareGrpc', 'bareAsking', 'identity'],
  bulk: ['bare', 'bareGrpc', 'identity'],
};
type Name = 'bare' | 'bareGrpc' | 'bareAsking' | 'identity';

interface Found {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU of the process, without Postgres and callers. */
  readonly cpuMicrosPerAccount: number;
}

/** The result for one kind of calls, as recorded in baselines/identity.json. */
interface Summary {
  readonly work: string;
  readonly found: Readonly<Partial<Record<Name, Found>>>;
  /** Calls per second, service / other: the median of the ratios of all rounds. */
  readonly rateOf: Readonly<Partial<Record<Name, number>>>;
}

/** Measures Identify and BulkIdentify, and the same HMAC and SQL without the service, in alternating rounds. */
export async function benchIdentity(save: boolean): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-identity-'));
  const postgres = await startPostgres({ directory });
  const analytics = await startAnalytics();
  const candidates: Partial<Record<Name, Candidate>> = {};
  try {
    const migrations = join(packageRoot('@headwater/identity'), 'migrations');
    await migrate({ databaseUrl: postgres.url, schema: 'identity', directory: migrations });
    const bare = (candidates.bare = inProcess(program('bench'), postgres.url));
    const serveBaselineCollector = [program('bench'), '--baseline-identity', postgres.url];
    const bareGrpc = (candidates.bareGrpc = await overGrpc('grpc', serveBaselineCollector));
    const bareAsking = (candidates.bareAsking = await overGrpc('calling', [
      ...serveBaselineCollector,
      analytics.address,
    ]));
    const identity = (candidates.identity = await overGrpc('service', [program('identity')], {
      IDENTITY_PORT: '0',
      DATABASE_URL: postgres.url,
      HMAC_KEYS: `k1:${randomBytes(32).toString('base64')}`,
      ANALYTICS_ADDRESS: analytics.address,
      LINK_REPAIR_PAUSE_MS: '3600000',
      LINK_SWEEP_PAUSE_MS: '3600000',
    }));
    const all = { bare, bareGrpc, bareAsking, identity };
    // Updates the planner statistics, as autovacuum does within a minute.
    const analyse = (): Promise<void> => execute(postgres.url, 'ANALYZE');
    const summaries: Summary[] = [];
    for (const kind of ['single', 'bulk'] as const) {
      for (const name of NAMES[kind])
        await all[name].run({ kind, concurrency: CONCURRENCY[kind], ms: 0, atLeast: WARM_UP[kind] });
      await analyse();
      summaries.push(await compare(kind, all));
    }
    report(summaries, save);
  } finally {
    for (const candidate of Object.values(candidates)) await candidate.stop();
    await analytics.stop();
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function execute(databaseUrl: string, sql: string): Promise<void> {
  const pool = createPool({ databaseUrl, applicationName: 'bench', log: createLog('bench', 'silent') });
  await pool.query(sql).finally(() => pool.end());
}

async function compare(kind: WorkKind, candidates: Record<Name, Candidate>): Promise<Summary> {
  const accountsEach = kind === 'bulk' ? BULK_ROWS : 1;
  const measure = async (name: Name, ms: number): Promise<Found> => {
    const result = await candidates[name].run({ kind, concurrency: CONCURRENCY[kind], ms });
    const { perSecond, p50Ms, p99Ms, cpuMs, done } = result;
    return { perSecond, p50Ms, p99Ms, cpuMicrosPerAccount: (cpuMs * 1_000) / (done * accountsEach) };
  };
  const names = NAMES[kind];
  const rounds: Partial<Record<Name, Found>>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const found: Partial<Record<Name, Found>> = {};
    for (const name of names) found[name] = await measure(name, ROUND_MS);
    rounds.push(found);
  }
  const medianOf = (name: Name, value: (found: Found) => number): number =>
    rounded(median(rounds.flatMap((round) => (round[name] ? [value(round[name])] : []))));
  const rateOf = (name: Name): number =>
    rounded(
      median(rounds.map((round) => (round.identity?.perSecond ?? 0) / (round[name]?.perSecond ?? NaN))),
    );
  return {
    work: WORK[kind],
    found: Object.fromEntries(
      names.map((name) => [
        name,
        {
          perSecond: medianOf(name, (found) => found.perSecond),
          p50Ms: medianOf(name, (found) => found.p50Ms),
          p99Ms: medianOf(name, (found) => found.p99Ms),
          cpuMicrosPerAccount: medianOf(name, (found) => found.cpuMicrosPerAccount),
        },
      ]),
    ),
    rateOf: Object.fromEntries(
      names.filter((name) => name !== 'identity').map((name) => [name, rateOf(name)]),
    ),
  };
}

function report(summaries: readonly Summary[], save: boolean): void {
  const file = baselineFile('identity');
  const recorded = save ? [] : (JSON.parse(readFileSync(file, 'utf8')) as readonly Summary[]);
  for (const { work, found, rateOf } of summaries) {
    const before = recorded.find((one) => one.work === work);
    console.log(`${work}, median of ${ROUNDS} rounds`);
    console.table(found);
    for (const [name, rate] of Object.entries(rateOf))
      console.log(`rate identity/${name} ${rate} (recorded: ${before?.rateOf[name as Name] ?? '-'})`);
    console.log();
  }
  if (save) writeFileSync(file, `${JSON.stringify(summaries, null, 2)}\n`);
}
