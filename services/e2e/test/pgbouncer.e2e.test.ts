import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, freePort, startProgram, logSkipped } from '@headwater/kit/testing/program';
import { START_TIMEOUT_MS } from '../src/child-process';
import { startProcesses, type ProcessSystem } from '../src/start-processes';
import { describeContract } from './suite/contract';
import { describeVisits } from './suite/visits';
import { describeWebhooks } from './suite/webhooks';

/** Identity's repairs use three connections; two are left for its other work. */
const POOL_SIZE = 5;

const pgBouncer = findPgBouncer();
const missing = 'PgBouncer is not installed';
if (pgBouncer) describe('Headwater behind PgBouncer in transaction mode', () => describeSystem(pgBouncer));
else {
  logSkipped(missing);
  it.skip(`Headwater behind PgBouncer in transaction mode (${missing})`, () => undefined);
}

function describeSystem(found: PgBouncer): void {
  let pooler: RunningPgBouncer;
  let system: ProcessSystem;
  beforeAll(async () => {
    const env = found.hasNamedStatements ? {} : { DATABASE_NAMED_STATEMENTS: 'off' };
    system = await startProcesses(env, async (urls) => {
      pooler = await startPgBouncer(found, { urls, poolSize: POOL_SIZE });
      return pooler.urls;
    });
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await (system as ProcessSystem | undefined)?.stop();
    // Since 1.23 PgBouncer waits until the last client has disconnected.
    await (pooler as RunningPgBouncer | undefined)?.stop();
  });

  describeVisits(() => system);
  describeContract(() => system);
  describeWebhooks(() => system);
}

export interface PgBouncer {
  readonly path: string;
  /** Whether it supports named statements in transaction mode (since 1.21). */
  readonly hasNamedStatements: boolean;
}

export interface RunningPgBouncer {
  /** The same URLs through PgBouncer. */
  readonly urls: ReadonlyMap<string, string>;
  stop(): Promise<void>;
}

/** The installed PgBouncer; undefined when it is missing. */
export function findPgBouncer(): PgBouncer | undefined {
  const path = findProgram('pgbouncer');
  if (path === undefined) return undefined;
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  const [, minor] = /^PgBouncer 1\.(\d+)/.exec(stdout) ?? [];
  return { path, hasNamedStatements: Number(minor) >= 21 };
}

/**
 * Starts PgBouncer as in deploy/POSTGRES.md, with fewer connections to Postgres than its clients open.
 *
 * @param urls URLs of one database by any names, each with a role of its own
 * @param poolSize connections to Postgres per role
 */
export async function startPgBouncer(
  { path, hasNamedStatements }: PgBouncer,
  { urls, poolSize }: { readonly urls: ReadonlyMap<string, string>; readonly poolSize: number },
): Promise<RunningPgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  const port = await freePort();
  const all = [...urls.values()].map((url) => new URL(url));
  const [{ hostname, port: postgres, pathname }] = all as [URL];
  const name = pathname.slice(1);
  const file = (called: string, content: string): string => {
    writeFileSync(join(folder, called), content, { mode: 0o600 });
    return join(folder, called);
  };
  const users = file('users', all.map(({ username, password }) => `"${username}" "${password}"\n`).join(''));
  const configuration = file(
    'pgbouncer.ini',
    `[databases]
${name} = host=${hostname} port=${postgres} dbname=${name}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${poolSize}
ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout
${hasNamedStatements ? 'max_prepared_statements = 200' : ''}
`,
  );
  // PgBouncer refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if (account.uid !== undefined)
    for (const one of [folder, users, configuration]) chownSync(one, account.uid, account.gid);
  const stop = await startProgram(path, {
    ...{ args: [configuration], port, output: join(folder, 'output') },
    ...account,
  });
  const pooled = (text: string): string => {
    const url = new URL(text);
    url.host = `127.0.0.1:${port}`;
    return url.toString();
  };
  return {
    urls: new Map([...urls].map(([key, url]) => [key, pooled(url)])),
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
