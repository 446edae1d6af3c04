import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PostgresAccount } from './postgres-account';
import type { PostgresLauncher } from './postgres-command';

/** What it takes to make a cluster. */
export interface ClusterOptions {
  /** Folder of the engine; the cluster goes to `<directory>/data`. */
  readonly directory: string;
  /** Folder of `initdb`. */
  readonly binaries: string;
  readonly launcher: PostgresLauncher;
  readonly account: PostgresAccount | undefined;
  /** Password of the superuser `postgres`. */
  readonly password: string;
  /** False skips fsync, for data that lives only as long as a test run. */
  readonly durable: boolean;
}

/** Makes the cluster when there is none; UTF-8 with byte order collation, the same on every machine. Returns its folder. */
export async function ensureCluster(options: ClusterOptions): Promise<string> {
  const { directory, binaries, launcher, account, password, durable } = options;
  const data = join(directory, 'data');
  if (existsSync(data)) return data;

  // Made under another name and renamed when complete, so that a start cut short leaves no half cluster.
  const unfinished = join(directory, 'data.new');
  const passwordFile = join(directory, 'initdb.password');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) for (const path of [unfinished, passwordFile]) chownSync(path, account.uid, account.gid);

  const authentication = ['--auth-local=trust', '--auth-host=scram-sha-256', `--pwfile=${passwordFile}`];
  const locale = ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const args = [
    '-D',
    unfinished,
    '-U',
    'postgres',
    ...authentication,
    ...locale,
    ...(durable ? [] : ['--no-sync']),
  ];
  const { command, args: words, options: as } = launcher(join(binaries, 'initdb'), args);
  try {
    await promisify(execFile)(command, words, { ...as, cwd: '/' });
  } catch (cause) {
    const { stderr, message } = cause as Error & { stderr?: string };
    throw new Error(`initdb could not make a Postgres cluster in ${directory}.\n${stderr || message}`, {
      cause,
    });
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(unfinished, data);
  return data;
}
