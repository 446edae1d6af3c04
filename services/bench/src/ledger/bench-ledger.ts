import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '@headwater/engines/postgres';
import { createLog } from '@headwater/kit/log';
import { packageRoot } from '@headwater/kit/package-root';
import { migrate } from '@headwater/kit/pg/migrate';
import { createPool, type Pool } from '@headwater/kit/pg/pool';
import { createRpcClient } from '@headwater/kit/rpc/client';
import type { Client } from '@headwater/kit/rpc/types';
import { loadIdentity, type IdentityDefinition } from '@headwater/protos/services';
import { startAnalytics } from '../identity/servers';
import { numberOf, textOf } from '../options';
import { median, program, rounded, startServer } from '../processes';
import { timed } from '../query/time-query';
import { LEDGER_CALLS, type LedgerCall } from './ledger-calls';
import { seedLedger } from './synthetic-ledger';

/** Measured calls after the first one. */
const ROUNDS = 5;
/** Slower statements run once. */
const SLOW_MS = 2_000;
const POLL_MS = 500;
const LIMITS = { statementTimeoutMs: 600_000 };

/**
 * Measures the reads of the ledger by gRPC, and hand-written SQL for the same numbers, in alternating rounds. A hand-written statement may be much slower: it
 * reads the tables that calls write. @throws if the numbers differ
 *
 * Options: `--accounts=1000000 --payments=5000000`; `--only=<pattern>` of the reads; `--data=<directory>`: kept for further runs.
 */
export async function benchLedger(args: readonly string[]): Promise<void> {
  const given = textOf(args, 'data');
  const directory = given ?? mkdtempSync(join(tmpdir(), 'bench-ledger-'));
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o711); // as root, Postgres runs as another user, which needs to traverse it
  const postgres = await startPostgres({ directory });
  const analytics = await startAnalytics();
  const databaseUrl = postgres.url;
  const pool = createPool({
    databaseUrl,
    applicationName: 'bench',
    limits: LIMITS,
    log: createLog('bench', 'silent'),
  });
  const running: { stop(): Promise<void> }[] = [];
  try {
    const migrations = join(packageRoot('@headwater/identity'), 'migrations');
    await migrate({ databaseUrl, schema: 'identity', directory: migrations });
    const size = {
      accounts: numberOf(args, 'accounts') ?? 1_000_000,
      payments: numberOf(args, 'payments') ?? 5_000_000,
    };
    const { rows } = await pool.query('SELECT FROM identity.profiles LIMIT 1');
    if (rows.length === 0) {
      const { ms } = await timed(() => seedLedger(pool, size));
      console.log(`${size.accounts} accounts and ${size.payments} payments created in ${seconds(ms)} s`);
    }
    const identity = await startServer(
      [program('identity')],
      {
        IDENTITY_PORT: '0',
        DATABASE_URL: databaseUrl,
        // Constant, so that a kept directory can be used again.
        HMAC_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
        ANALYTICS_ADDRESS: analytics.address,
        // The first report waits until all are in memory.
        LEDGER_COPY_ROWS: '0',
      },
      'grpc',
    );
    running.push(identity);
    const { ms } = await timed(() => allNumbered(pool));
    console.log(`changes of accounts numbered after ${seconds(ms)} s`);
    await pool.query('VACUUM ANALYZE');
    const client = createRpcClient({ service: loadIdentity(), address: `127.0.0.1:${identity.port}` });
    const only = new RegExp(textOf(args, 'only') ?? '');
    const table: Record<string, object> = {};
    try {
      for (const call of LEDGER_CALLS.filter(({ name }) => only.test(name))) {
        table[call.name] = await measure(call, { pool, calls: client.calls });
        console.log(call.name, JSON.stringify(table[call.name]));
      }
    } finally {
      client.close();
    }
    console.table(table);
  } finally {
    for (const server of running) await server.stop();
    await analytics.stop();
    await pool.end();
    await postgres.stop();
    if (given === undefined) rmSync(directory, { recursive: true, force: true });
  }
}

/** Compares the numbers in the first round, which is not measured. */
async function measure(
  { name, rpc, sql }: LedgerCall,
  { pool, calls }: { readonly pool: Pool; readonly calls: Client<IdentityDefinition> },
): Promise<object> {
  const bySql = async (): Promise<string[]> =>
    (await pool.query<{ number: string }>(sql)).rows.map(({ number }) => number).sort();
  const first = await timed(bySql);
  const { result } = await timed(() => rpc(calls));
  if (JSON.stringify(first.result) !== JSON.stringify(result))
    throw new Error(`${name}: SQL returned ${sample(first.result)}, identity ${sample(result)}`);
  const times = { rpc: [] as number[], sql: first.ms < SLOW_MS ? [] : [first.ms] };
  for (let round = 0; round < ROUNDS; round++) {
    if (first.ms < SLOW_MS) times.sql.push((await timed(bySql)).ms);
    times.rpc.push((await timed(() => rpc(calls))).ms);
  }
  const [rpcMs, sqlMs] = [median(times.rpc), median(times.sql)];
  return { 'rpc ms': Math.round(rpcMs), 'sql ms': Math.round(sqlMs), 'rpc/sql': rounded(rpcMs / sqlMs) };
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(0);
const sample = (numbers: readonly string[]): string => `${numbers.length}: ${numbers.slice(0, 5).join('; ')}`;

/** Waits until identity has numbered all changes. */
async function allNumbered(pool: Pool): Promise<void> {
  for (let left = true; left; await pause(POLL_MS)) {
    const { rows } = await pool.query<{ left: boolean }>(
      `SELECT EXISTS (SELECT FROM identity.account_changes) OR EXISTS (SELECT FROM identity.user_id_changes)
           OR EXISTS (SELECT FROM identity.payment_facts WHERE last_at IS NULL AND profile_id IS NOT NULL) AS left`,
    );
    left = rows[0]?.left ?? false;
  }
}
