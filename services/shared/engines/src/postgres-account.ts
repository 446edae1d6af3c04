import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The operating-system account that Postgres runs as. */
export interface PostgresAccount {
  readonly uid: number;
  readonly gid: number;
}

/**
 * The account for Postgres, which refuses to run as root: undefined means "as we are". For root it is the owner
 * of the existing data, else `postgres`, else `nobody` (initdb wants an account that /etc/passwd names).
 */
export function postgresAccount(dataOwner: PostgresAccount | undefined): PostgresAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (dataOwner && dataOwner.uid !== 0) return dataOwner;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const wanted of ['postgres', 'nobody']) {
    const fields = accounts.find(([name]) => name === wanted);
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new Error(
    'Postgres does not run as root, and /etc/passwd names neither postgres nor nobody. Start as an ordinary user.',
  );
}

/** Whether the account may pass through every folder down to `path`. */
export function isReachable(path: string, account: PostgresAccount): boolean {
  const { mode, uid, gid } = statSync(path);
  const execute = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  if ((mode & execute) === 0) return false;
  return path === dirname(path) || isReachable(dirname(path), account);
}
