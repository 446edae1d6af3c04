import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Engine } from './engine';
import { startPostgres } from './postgres';

/** A Postgres and the standby that follows it by streaming replication. */
export interface PostgresPair {
  readonly primary: Engine;
  /** Can only be read until it is promoted. Its name and password are the primary's. */
  readonly standby: Engine;
  /** Whether the standby has all that the primary has. */
  hasAll(): Promise<boolean>;
  /** The primary ends, as it does at an immediate shutdown: without a word to clients or standby. */
  losePrimary(): Promise<void>;
  /** Makes the standby a primary. @returns when it takes writes */
  promote(): Promise<void>;
  /** Ends those that still run. */
  stop(): Promise<void>;
}

/** Starts Postgres in `<directory>/primary` and its standby in `<directory>/standby`. For tests: nothing is durable. */
export async function startPostgresPair(directory: string): Promise<PostgresPair> {
  const [first, second] = [join(directory, 'primary'), join(directory, 'standby')];
  mkdirSync(first, { recursive: true });
  // npm's Postgres has no pg_basebackup: the cluster is copied while it stands still, with the owner of its files.
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
      const written = await ask(primary.url, 'SELECT pg_current_wal_lsn()::text AS answer');
      return (await ask(standby.url, `SELECT pg_last_wal_replay_lsn() >= '${written}' AS answer`)) === 'true';
    },
    losePrimary: async () => {
      process.kill(primary.pid, 'SIGQUIT');
      await primary.stop();
    },
    promote: async () => {
      if ((await ask(standby.url, 'SELECT pg_promote() AS answer')) !== 'true')
        throw new Error('The standby was not promoted in time.');
    },
    stop: async () => {
      await Promise.all([primary.stop(), standby.stop()]);
    },
  };
}

async function ask(url: string, statement: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ answer: unknown }>(statement);
    return String(rows[0]?.answer);
  } finally {
    await client.end();
  }
}
