import { spawnSync, type SpawnOptions } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The operating system account that Postgres runs as. */
export interface PostgresAccount {
  readonly uid: number;
  readonly gid: number;
}

/**
 * The account for Postgres, which refuses to run as root; undefined for the current account. For root: the owner of the existing
 * data, or else `postgres`, or else `nobody` (initdb needs an account in /etc/passwd).
 */
export function postgresAccount(dataOwner: PostgresAccount | undefined): PostgresAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (dataOwner && dataOwner.uid !== 0) return dataOwner;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const candidate of ['postgres', 'nobody']) {
    const fields = accounts.find(([name]) => name === candidate);
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new Error(
    'Postgres does not run as root, and /etc/passwd has neither postgres nor nobody. Start as another user.',
  );
}

/** Whether the account can traverse every folder down to `path`. */
export function isReachable(path: string, account: PostgresAccount): boolean {
  const { mode, uid, gid } = statSync(path);
  const execute = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  if ((mode & execute) === 0) return false;
  return path === dirname(path) || isReachable(dirname(path), account);
}

/** The command that runs a Postgres binary as the right account. */
export interface PostgresCommand {
  readonly command: string;
  readonly args: string[];
  readonly options: Pick<SpawnOptions, 'uid' | 'gid' | 'env'>;
}

/** Returns the command for a Postgres binary; see {@link postgresLauncher}. */
export type PostgresLauncher = (binary: string, args: string[]) => PostgresCommand;

/**
 * Runs Postgres binaries as `account`, or as the current account if undefined. With setpriv(1), Postgres receives SIGINT when this
 * process is killed. If the account cannot traverse the parent folders, such as /root, it gets CAP_DAC_READ_SEARCH.
 */
export function postgresLauncher(directory: string, account: PostgresAccount | undefined): PostgresLauncher {
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', TZ: 'UTC', LC_ALL: 'C' };
  const deathSignal = setprivSupports('--pdeathsig', 'INT') ? ['--pdeathsig', 'INT'] : [];
  const viaSetpriv =
    (flags: string[], options: PostgresCommand['options']): PostgresLauncher =>
    (binary, args) =>
      flags.length > 0
        ? { command: 'setpriv', args: [...flags, binary, ...args], options }
        : { command: binary, args, options };

  if (!account) return viaSetpriv(deathSignal, { env });
  const { uid, gid } = account;
  if (isReachable(directory, account)) return viaSetpriv(deathSignal, { env, uid, gid });

  const caps = ['--inh-caps', '-all,+dac_read_search', '--ambient-caps', '-all,+dac_read_search'];
  const flags = ['--reuid', String(uid), '--regid', String(gid), '--clear-groups', ...caps, ...deathSignal];
  if (!setprivSupports(...flags))
    throw new Error(
      `Postgres does not run as root, and its account (uid ${uid}) cannot reach ${directory}. ` +
        'Choose a data directory whose parent folders others can traverse (chmod o+x), or start as another user.',
    );
  return viaSetpriv(flags, { env });
}

function setprivSupports(...flags: string[]): boolean {
  return spawnSync('setpriv', [...flags, 'true'], { stdio: 'ignore' }).status === 0;
}
