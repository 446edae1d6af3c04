import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, freePort, startProgram } from '@headwater/kit/testing/program';

export interface PgBouncer {
  readonly path: string;
  /** Since 1.21 it knows named statements in transaction mode. */
  readonly knowsNames: boolean;
}

export interface RunningPgBouncer {
  /** The same URLs, by way of it. */
  readonly urls: ReadonlyMap<string, string>;
  stop(): Promise<void>;
}

/** The PgBouncer of this machine, undefined when there is none. */
export function findPgBouncer(): PgBouncer | undefined {
  const path = findProgram('pgbouncer');
  if (path === undefined) return undefined;
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  const [, minor] = /^PgBouncer 1\.(\d+)/.exec(stdout) ?? [];
  return { path, knowsNames: Number(minor) >= 21 };
}

/**
 * Runs PgBouncer before a database, as deploy/POSTGRES.md has it, with fewer connections to Postgres than clients have.
 *
 * @param urls of one database, by whatever names, each with a role of its own
 * @param poolSize connections to Postgres of each role
 */
export async function startPgBouncer(
  { path, knowsNames }: PgBouncer,
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
${knowsNames ? 'max_prepared_statements = 200' : ''}
`,
  );
  // As root it refuses to run.
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
