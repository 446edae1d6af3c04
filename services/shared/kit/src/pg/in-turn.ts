import { Client, DatabaseError } from 'pg';
import type { Logger } from '../log';

export interface Turn {
  readonly databaseUrl: string;
  /** Of the lock and, in pg_stat_activity, of the connection. */
  readonly name: string;
  /** Told now and then who is waited for. */
  readonly log?: Logger | undefined;
  /** How long to wait for the others at most; default 10 minutes. */
  readonly waitMs?: number;
  /** How often to tell who is waited for; default 30 s. */
  readonly tellEveryMs?: number;
}

/** Postgres ends the session of a machine that went away without a word after a minute; by its own settings, after hours. */
const NOTICE_LOSS = `SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3;
  SET tcp_user_timeout = 60000`;

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Runs `work` when all others that run theirs under this name have ended: they wait for each other on an advisory lock of a
 * session, so that this is nothing for a pooler. Should the connection be lost while `work` runs, the next one begins.
 *
 * @param work is given the connection that has the lock
 * @throws Error telling who has the lock and what to do, when that takes longer than `waitMs`.
 */
export async function inTurn<T>(turn: Turn, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: turn.databaseUrl,
    application_name: turn.name,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
  });
  // A connection cut between two statements is told by the next one; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(NOTICE_LOSS);
    await takeLock(client, turn);
    return await work(client);
  } finally {
    await client.end(); // ends the session, and with it the lock
  }
}

async function takeLock(client: Client, turn: Turn): Promise<void> {
  const { name, waitMs = 600_000, tellEveryMs = 30_000 } = turn;
  const end = performance.now() + waitMs;
  for (;;) {
    const left = end - performance.now();
    if (await isTaken(client, name, Math.ceil(Math.min(tellEveryMs, Math.max(left, 1))))) return;
    const holder = await holderOf(client, name);
    if (holder === undefined) continue; // it ended meanwhile
    if (performance.now() >= end)
      throw new Error(
        `Waited ${waitMs / 1000} s for "${name}", which ${holder.told} has in turn. If it is at work, let it end and start again; ` +
          `if it is not, end its session, SELECT pg_terminate_backend(${holder.pid}), and start again`,
      );
    turn.log?.info({ turn: name, holder: holder.told }, 'waiting for another to end');
  }
}

async function isTaken(client: Client, name: string, withinMs: number): Promise<boolean> {
  await client.query(`SET lock_timeout = ${withinMs}`);
  try {
    await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [lockOf(name)]);
  } catch (error) {
    if (error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
  await client.query('RESET lock_timeout'); // what is done in turn has its own idea of waiting
  return true;
}

/** Who has the lock; undefined when nobody has it any more. */
async function holderOf(client: Client, name: string): Promise<{ pid: number; told: string } | undefined> {
  const { rows } = await client.query<{ pid: number; told: string }>(
    `SELECT pid, concat('session ', pid, ' from ' || host(client_addr), ' since ' || backend_start) AS told
     FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND objsubid = 1
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND (classid::bigint << 32 | objid::bigint) = hashtextextended($1, 0)`,
    [lockOf(name)],
  );
  return rows[0];
}

function lockOf(name: string): string {
  return `headwater ${name}`;
}
