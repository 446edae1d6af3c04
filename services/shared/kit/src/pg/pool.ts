import type { Pool } from 'pg';
import type { Logger } from '../log';
import { processMetrics } from '../metrics/process-metrics';
import { POOL_DEFAULTS, type PoolLimits } from './pool-settings';
import { TracedPool } from './traced-pool';

export type { Pool, PoolClient } from 'pg';

export interface PoolOptions {
  readonly databaseUrl: string;
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  /** Wins over `limits`. */
  readonly max?: number;
  /** Default: those of the settings. */
  readonly limits?: Partial<PoolLimits>;
  readonly log: Logger;
}

/**
 * A pool of connections with limits: a statement may take `statementTimeoutMs`, a wait for a connection 3 s.
 * A broken idle connection is logged and replaced, so a restart of Postgres needs no restart of ours.
 */
export function createPool(options: PoolOptions): Pool {
  const { poolSize, statementTimeoutMs, namedStatements } = { ...POOL_DEFAULTS, ...options.limits };
  const pool = new TracedPool({
    namedStatements: namedStatements === 'on',
    connectionString: options.databaseUrl,
    application_name: options.applicationName,
    max: options.max ?? poolSize,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    query_timeout: (statementTimeoutMs || POOL_DEFAULTS.statementTimeoutMs) + 3_000,
    // Sent as the connection starts, which not every pooler takes.
    ...(statementTimeoutMs === 0
      ? {}
      : { statement_timeout: statementTimeoutMs, idle_in_transaction_session_timeout: 10_000 }),
  });
  processMetrics().watchPool(options.applicationName, pool);
  // The error carries the whole connection, its secret included.
  pool.on('error', ({ message, code }: NodeJS.ErrnoException) =>
    options.log.warn({ code, reason: message }, 'lost an idle Postgres connection'),
  );
  // Of a connection that somebody holds the pool says nothing: its holder hears of the loss at the next statement. Without
  // a listener the process would end there and then.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** True when Postgres answers. @param note is given the reason when it does not, undefined when it does */
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
