import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Engine } from './engine';
import { startPostgres } from './postgres';

/** A Postgres and its standby, with streaming replication. */
export interface PostgresPair {
  readonly primary: Engine;
  /** Read-only until it is promoted. Has the primary's user and password. */
  readonly standby: Engine;
  /** Whether the standby has replayed all changes of the primary. */
  hasAll(): Promise<boolean>;
  /** Shuts the primary down immediately, without notifying clients or the standby. */
  losePrimary(): Promise<void>;
  /** Promotes the standby. Resolves when it accepts writes. */
  promote(): Promise<void>;
  /** Stops the running engines. */
  stop(): Promise<void>;
}

/** Starts Postgres in `<directory>/primary` and its standby in `<directory>/standby`. For tests: nothing is durable. */
export async function startPostgresPair(directory: string): Promise<PostgresPair> {
  const [first, second] = [join(directory, 'primary'), join(directory, 'standby')];
  mkdirSync(first, { recursive: true });
  // npm's Postgres has no pg_basebackup, so the stopped cluster is copied with the owner of its files.
  await (await startPostgres({ directory: first, durable: false })).stop();
  execFileSync('cp', ['-a', first, second]);
  const primary = await startPostgres({ directory: first, durable: false });
  try {
    const { hostname, port, username, password } = new URL(primary.url);
    writeFileSync(join(second, 'data', 'standby.signal'), '');
    appendFileSync(
      join(second, 'data', 'postgresql.auto.conf'),
      `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
    );
    return pairOf(primary, await startPostgres({ directory: second, durable: false }));
  } catch (error) {
    await primary.stop();
    throw error;
  }
}

function pairOf(primary: Engine, standby: Engine): PostgresPair {
  return {
    primary,
    standby,
    hasAll: async () => {
      // Not pg_current_wal_lsn: a commit that waits for no disk may not be written yet.
      const inserted = await query(primary.url, 'SELECT pg_current_wal_insert_lsn()::text AS result');
      return (
        (await query(standby.url, `SELECT pg_last_wal_replay_lsn() >= '${inserted}' AS result`)) === 'true'
      );
    },
    losePrimary: async () => {
      process.kill(primary.pid, 'SIGQUIT');
      await primary.stop();
    },
    promote: async () => {
      if ((await query(standby.url, 'SELECT pg_promote() AS result')) !== 'true')
        throw new Error('The standby was not promoted in time.');
    },
    stop: async () => {
      await Promise.all([primary.stop(), standby.stop()]);
    },
  };
}

async function query(url: string, statement: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ result: unknown }>(statement);
    return String(rows[0]?.result);
  } finally {
    await client.end();
  }
}
