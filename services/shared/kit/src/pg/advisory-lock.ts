import { Client, DatabaseError } from 'pg';
import type { Logger } from '../log';
import type { Pool } from './pool';

export interface AdvisoryLockOptions {
  readonly databaseUrl: string;
  /** Names the lock and, in pg_stat_activity, the connection. */
  readonly name: string;
  /** Receives a line with the holder of the lock at every `logEveryMs`. */
  readonly log?: Logger | undefined;
  /** The maximum wait for the lock; default 10 minutes. */
  readonly waitMs?: number;
  /** Default 30 s. */
  readonly logEveryMs?: number;
}

/** Postgres detects a lost client within a minute. By default it takes hours, and the lock would be held as long. */
const DETECT_LOST_CLIENT = `SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3;
  SET tcp_user_timeout = 60000`;

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Runs `work` under an advisory lock: callers with the same name run one after the other. The lock belongs to a database
 * session, so it does not work through a transaction pooler. If the connection is lost, the next caller starts while `work`
 * may still run.
 *
 * @param work receives the connection that holds the lock
 * @throws Error that names the holder and the fix when the lock is not free within `waitMs`.
 */
export async function withAdvisoryLock<T>(
  options: AdvisoryLockOptions,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({
    connectionString: options.databaseUrl,
    application_name: options.name,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
  });
  // The next statement reports a lost connection; an error event without a listener would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(DETECT_LOST_CLIENT);
    await acquireLock(client, options);
    return await work(client);
  } finally {
    await client.end(); // ends the session, which releases the lock
  }
}

async function acquireLock(client: Client, options: AdvisoryLockOptions): Promise<void> {
  const { name, waitMs = 600_000, logEveryMs = 30_000 } = options;
  const deadline = performance.now() + waitMs;
  for (;;) {
    const left = deadline - performance.now();
    if (await tryAcquire(client, name, Math.ceil(Math.min(logEveryMs, Math.max(left, 1))))) return;
    const holder = await holderOf(client, name);
    if (holder === undefined) continue; // released meanwhile
    if (performance.now() >= deadline)
      throw new Error(
        `The lock "${name}" was not free after ${waitMs / 1000} s: it is held by ${holder.session}. If that session is still ` +
          `running, wait for its end and start again; if not, run SELECT pg_terminate_backend(${holder.pid}) and start again`,
      );
    options.log?.info({ lock: name, holder: holder.session }, 'waiting for an advisory lock');
  }
}

async function tryAcquire(client: Client, name: string, withinMs: number): Promise<boolean> {
  await client.query(`SET lock_timeout = ${withinMs}`);
  try {
    await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [lockKey(name)]);
  } catch (error) {
    if (error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
  await client.query('RESET lock_timeout'); // the locked work sets its own lock_timeout
  return true;
}

/** The session that holds the lock; undefined when the lock is free. */
async function holderOf(
  client: Client,
  name: string,
): Promise<{ readonly pid: number; readonly session: string } | undefined> {
  const { rows } = await client.query<{ pid: number; session: string }>(
    `SELECT pid, concat('session ', pid, ' from ' || host(client_addr), ' since ' || backend_start) AS session
     FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND objsubid = 1
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND (classid::bigint << 32 | objid::bigint) = hashtextextended($1, 0)`,
    [lockKey(name)],
  );
  return rows[0];
}

function lockKey(name: string): string {
  return `headwater ${name}`;
}

/**
 * Runs `work` unless another process holds the advisory lock of this name. The lock belongs to an otherwise idle transaction, so it
 * ends with the process and works through a transaction pooler. If the connection is lost, `work` continues without the lock:
 * it must tolerate a concurrent run.
 *
 * @returns undefined when another process holds the lock.
 */
export async function tryWithAdvisoryLock<T>(
  pool: Pool,
  name: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const client = await pool.connect();
  const ignore = (): void => undefined;
  client.on('error', ignore);
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    // One statement, because some tasks try it every second.
    const { rows } = await client.query<{ mine: boolean }>(
      `SELECT set_config('idle_in_transaction_session_timeout', '0', true),
              pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS mine`,
      [name],
    );
    return rows[0]?.mine === true ? await work() : undefined;
  } finally {
    await client.query('ROLLBACK').catch((cause: unknown) => {
      // The connection is broken, and its lock released.
      broken = new Error('lost the connection that held an advisory lock', { cause });
    });
    client.off('error', ignore);
    client.release(broken);
  }
}
