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
const ROUND_MS = 3_000;
const WARM_UP_MS = 1_500;

/** Calls under way at once: some more than a pool has connections, and few of those that keep one busy for long. */
const AT_ONCE: Record<WorkKind, number> = { single: 20, bulk: 2 };
const WORK: Record<WorkKind, string> = {
  single: 'one account a call',
  bulk: `calls of ${BULK_ROWS} accounts`,
};

/** `bare`: HMAC and SQL in one process; `bareGrpc`: the same behind grpc-js as it comes; `identity`: the service. */
const NAMES = ['bare', 'bareGrpc', 'identity'] as const;
type Name = (typeof NAMES)[number];

interface Found {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of its own process; Postgres and callers not counted. */
  readonly cpuMicrosPerAccount: number;
}

/** What a run found of one kind of work, as kept in baselines/identity.json. Ratios: calls a second, of each round. */
interface Summary {
  readonly work: string;
  readonly found: Readonly<Record<Name, Found>>;
  readonly ofBare: number;
  readonly ofBareGrpc: number;
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
    const bareGrpc = (contestants.bareGrpc = await overGrpc('grpc', [
      program('bench'),
      '--bare-identity',
      postgres.url,
      analytics.address,
    ]));
    const identity = (contestants.identity = await overGrpc('service', [program('identity')], {
      IDENTITY_PORT: '0',
      DATABASE_URL: postgres.url,
      HMAC_KEYS: `k1:${randomBytes(32).toString('base64')}`,
      ANALYTICS_ADDRESS: analytics.address,
      LINK_REPAIR_PAUSE_MS: '3600000',
      LINK_SWEEP_PAUSE_MS: '3600000',
    }));
    const all = { bare, bareGrpc, identity };
    // What autovacuum does within a minute: the planner knows what the tables are like.
    const analyse = (): Promise<void> => execute(postgres.url, 'ANALYZE');
    const summaries: Summary[] = [];
    for (const kind of ['single', 'bulk'] as const) {
      for (const name of NAMES) await all[name].run({ kind, atOnce: 1, ms: WARM_UP_MS });
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
  const rounds: Record<Name, Found>[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({
      bare: await measure('bare', ROUND_MS),
      bareGrpc: await measure('bareGrpc', ROUND_MS),
      identity: await measure('identity', ROUND_MS),
    });
  const middle = (value: (round: Record<Name, Found>) => number): number => median(rounds.map(value));
  const medians = (name: Name): Found => ({
    perSecond: middle((round) => round[name].perSecond),
    p50Ms: middle((round) => round[name].p50Ms),
    p99Ms: middle((round) => round[name].p99Ms),
    cpuMicrosPerAccount: middle((round) => round[name].cpuMicrosPerAccount),
  });
  return {
    work: WORK[kind],
    found: { bare: medians('bare'), bareGrpc: medians('bareGrpc'), identity: medians('identity') },
    ofBare: middle(({ identity, bare }) => identity.perSecond / bare.perSecond),
    ofBareGrpc: middle(({ identity, bareGrpc }) => identity.perSecond / bareGrpc.perSecond),
  };
}

function report(summaries: readonly Summary[], save: boolean): void {
  const file = join(packageRoot('@headwater/bench'), 'baselines/identity.json');
  const kept = save ? [] : (JSON.parse(readFileSync(file, 'utf8')) as readonly Summary[]);
  for (const { work, found, ofBare, ofBareGrpc } of summaries) {
    const before = kept.find((one) => one.work === work);
    console.log(`${work}, median of ${ROUNDS} rounds`);
    console.table(found);
    console.log(
      `rate ${ofBareGrpc} of bare gRPC (kept: ${before?.ofBareGrpc ?? '-'}), ${ofBare} of HMAC and SQL alone (kept: ${before?.ofBare ?? '-'})\n`,
    );
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
