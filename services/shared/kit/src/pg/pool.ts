import type { Pool, PoolClient } from 'pg';
import type { Logger } from '../log';
import { processMetrics } from '../metrics/process-metrics';
import { POOL_DEFAULTS, type PoolLimits } from './pool-settings';
import { TracedPool } from './traced-pool';

export type { Pool, PoolClient } from 'pg';

/** A pool, or a client in a transaction of the caller. */
export type Db = Pool | PoolClient;

export interface PoolOptions {
  readonly databaseUrl: string;
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  /** Overrides `limits`. */
  readonly max?: number;
  /** Default: the defaults of the settings. */
  readonly limits?: Partial<PoolLimits>;
  readonly log: Logger;
}

/**
 * Returns a connection pool with limits: `statementTimeoutMs` for a statement, 3 s for a connection. A broken idle connection is
 * logged and replaced, so a restart of Postgres needs no restart of the service.
 */
export function createPool(options: PoolOptions): Pool {
  const { poolSize, statementTimeoutMs, namedStatements } = { ...POOL_DEFAULTS, ...options.limits };
  const pool = new TracedPool({
    namedStatements: namedStatements === 'on',
    connectionString: options.databaseUrl,
    application_name: options.applicationName,
    max: options.max ?? poolSize,
    connectionTimeoutMillis: 3_000,
    onRefused: () => processMetrics().poolRefused(options.applicationName),
    idleTimeoutMillis: 30_000,
    query_timeout: (statementTimeoutMs || POOL_DEFAULTS.statementTimeoutMs) + 3_000,
    // Startup parameters, which some poolers reject.
    ...(statementTimeoutMs === 0
      ? {}
      : { statement_timeout: statementTimeoutMs, idle_in_transaction_session_timeout: 10_000 }),
  });
  processMetrics().watchPool(options.applicationName, pool);
  // The error object contains the connection with its password: log only the code and the message.
  pool.on('error', ({ message, code }: NodeJS.ErrnoException) =>
    options.log.warn({ code, reason: message }, 'idle postgres connection lost'),
  );
  // The pool emits no error for checked-out clients; their next query reports the loss. Without a listener an error event
  // would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Whether Postgres answers a query. @param note receives the error, or undefined when it answers */
export async function isPostgresUp(pool: Pool, note: (error: unknown) => void): Promise<boolean> {
  try {
    await pool.query('SELECT 1');
    note(undefined);
    return true;
  } catch (error) {
    note(error);
    return false;
  }
}
