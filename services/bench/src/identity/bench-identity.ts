import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@headwater/engines/postgres';
import { createLog } from '@headwater/kit/log';
import { packageRoot } from '@headwater/kit/package-root';
import { migrate } from '@headwater/kit/pg/migrate';
import { createPool } from '@headwater/kit/pg/pool';
import { BULK_ROWS, type WorkKind } from './accounts';
import { startAnalytics } from './analytics-stand-in';
import { inProcess, overGrpc, type Contestant } from './contestants';

const ROUNDS = 5;
const ROUND_MS = 2_500;
/** Calls until code is compiled, caches are filled and connections are open. */
const WARM_UP: Record<WorkKind, number> = { single: 1_500, bulk: 15 };

/** Calls under way at once: some more than a pool has connections, and few of those that keep one busy for long. */
const AT_ONCE: Record<WorkKind, number> = { single: 20, bulk: 2 };
const WORK: Record<WorkKind, string> = {
  single: 'one account a call',
  bulk: `calls of ${BULK_ROWS} accounts`,
};

/**
 * `bare`: HMAC and SQL in one process; `bareGrpc`: the same behind grpc-js as it comes; `bareAsking`: which asks analytics
 * for the first session before, as the service does of one account; `identity`: the service.
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
  /** Of its own process; Postgres and callers not counted. */
  readonly cpuMicrosPerAccount: number;
}

/** What a run found of one kind of work, as kept in baselines/identity.json. */
interface Summary {
  readonly work: string;
  readonly found: Readonly<Partial<Record<Name, Found>>>;
  /** The service's calls a second as a share of each other's, of each round. */
  readonly rateOf: Readonly<Partial<Record<Name, number>>>;
}

/** Measures Identify and BulkIdentify beside the same HMAC and SQL without the service, turn by turn. */
export async function benchIdentity(save: boolean): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-identity-'));
  const postgres = await startPostgres({ directory });
  const analytics = await startAnalytics();
  const contestants: Partial<Record<Name, Contestant>> = {};
  try {
    const migrations = join(packageRoot('@headwater/identity'), 'migrations');
    await migrate({ databaseUrl: postgres.url, schema: 'identity', directory: migrations });
    const bare = (contestants.bare = inProcess(program('bench'), postgres.url));
    const serveBare = [program('bench'), '--bare-identity', postgres.url];
    const bareGrpc = (contestants.bareGrpc = await overGrpc('grpc', serveBare));
    const bareAsking = (contestants.bareAsking = await overGrpc('asking', [...serveBare, analytics.address]));
    const identity = (contestants.identity = await overGrpc('service', [program('identity')], {
      IDENTITY_PORT: '0',
      DATABASE_URL: postgres.url,
      HMAC_KEYS: `k1:${randomBytes(32).toString('base64')}`,
      ANALYTICS_ADDRESS: analytics.address,
      LINK_REPAIR_PAUSE_MS: '3600000',
      LINK_SWEEP_PAUSE_MS: '3600000',
    }));
    const all = { bare, bareGrpc, bareAsking, identity };
    // What autovacuum does within a minute: the planner knows what the tables are like.
    const analyse = (): Promise<void> => execute(postgres.url, 'ANALYZE');
    const summaries: Summary[] = [];
    for (const kind of ['single', 'bulk'] as const) {
      for (const name of NAMES[kind])
        await all[name].run({ kind, atOnce: AT_ONCE[kind], ms: 0, atLeast: WARM_UP[kind] });
      await analyse();
      summaries.push(await compare(kind, all));
    }
    report(summaries, save);
  } finally {
    for (const contestant of Object.values(contestants)) await contestant.stop();
    await analytics.stop();
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function execute(databaseUrl: string, sql: string): Promise<void> {
  const pool = createPool({ databaseUrl, applicationName: 'bench', log: createLog('bench', 'silent') });
  await pool.query(sql).finally(() => pool.end());
}

async function compare(kind: WorkKind, contestants: Record<Name, Contestant>): Promise<Summary> {
  const accountsEach = kind === 'bulk' ? BULK_ROWS : 1;
  const measure = async (name: Name, ms: number): Promise<Found> => {
    const result = await contestants[name].run({ kind, atOnce: AT_ONCE[kind], ms });
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
  const middle = (name: Name, value: (found: Found) => number): number =>
    median(rounds.flatMap((round) => (round[name] ? [value(round[name])] : [])));
  const rateOf = (name: Name): number =>
    median(rounds.map((round) => (round.identity?.perSecond ?? 0) / (round[name]?.perSecond ?? NaN)));
  return {
    work: WORK[kind],
    found: Object.fromEntries(
      names.map((name) => [
        name,
        {
          perSecond: middle(name, (found) => found.perSecond),
          p50Ms: middle(name, (found) => found.p50Ms),
          p99Ms: middle(name, (found) => found.p99Ms),
          cpuMicrosPerAccount: middle(name, (found) => found.cpuMicrosPerAccount),
        },
      ]),
    ),
    rateOf: Object.fromEntries(
      names.filter((name) => name !== 'identity').map((name) => [name, rateOf(name)]),
    ),
  };
}

function report(summaries: readonly Summary[], save: boolean): void {
  const file = join(packageRoot('@headwater/bench'), 'baselines/identity.json');
  const kept = save ? [] : (JSON.parse(readFileSync(file, 'utf8')) as readonly Summary[]);
  for (const { work, found, rateOf } of summaries) {
    const before = kept.find((one) => one.work === work);
    console.log(`${work}, median of ${ROUNDS} rounds`);
    console.table(found);
    for (const [name, rate] of Object.entries(rateOf))
      console.log(`rate ${rate} of ${name} (kept: ${before?.rateOf[name as Name] ?? '-'})`);
    console.log();
  }
  if (save) writeFileSync(file, `${JSON.stringify(summaries, null, 2)}\n`);
}

/** A program as `npm run build` makes it. */
function program(name: string): string {
  return join(packageRoot('@headwater/bench'), '../../dist', `${name}.js`);
}

function median(values: readonly number[]): number {
  const middle = [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  return Math.round(middle * 100) / 100;
}
