import { spawnSync, type SpawnOptions } from 'node:child_process';
import { isReachable, type PostgresAccount } from './postgres-account';

/** What to spawn so that a Postgres binary runs as the right account. */
export interface PostgresCommand {
  readonly command: string;
  readonly args: string[];
  readonly options: Pick<SpawnOptions, 'uid' | 'gid' | 'env'>;
}

/** How Postgres binaries are run; see {@link postgresLauncher}. */
export type PostgresLauncher = (binary: string, args: string[]) => PostgresCommand;

/**
 * Wraps Postgres binaries so that they run as `account` (as we are when undefined) and, where setpriv(1) is
 * present, get SIGINT when we are killed. A data directory below a folder closed to the account, such as
 * /root, is reached with the one capability that lets it pass: CAP_DAC_READ_SEARCH.
 */
export function postgresLauncher(directory: string, account: PostgresAccount | undefined): PostgresLauncher {
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', TZ: 'UTC', LC_ALL: 'C' };
  const deathSignal = setprivTakes('--pdeathsig', 'INT') ? ['--pdeathsig', 'INT'] : [];
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
  if (!setprivTakes(...flags))
    throw new Error(
      `Postgres does not run as root, and its account (uid ${uid}) cannot reach ${directory}. ` +
        'Choose a data directory whose parent folders are open to others (chmod o+x), or start as an ordinary user.',
    );
  return viaSetpriv(flags, { env });
}

function setprivTakes(...flags: string[]): boolean {
  return spawnSync('setpriv', [...flags, 'true'], { stdio: 'ignore' }).status === 0;
}
