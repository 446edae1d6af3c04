import { defineSettings, oneOf, wholeNumber, type ConfigOf } from '../config';

/** The defaults. */
export const POOL_DEFAULTS = { poolSize: 10, statementTimeoutMs: 5_000, namedStatements: 'on' } as const;

/** Settings of the connection pool of a service, beside DATABASE_URL. */
export const POOL_SETTINGS = defineSettings({
  poolSize: {
    env: 'DATABASE_POOL_SIZE',
    doc: 'maximum connections to Postgres per process; further calls wait up to 3 s',
    schema: wholeNumber(POOL_DEFAULTS.poolSize, { min: 5, max: 1_000 }),
  },
  statementTimeoutMs: {
    env: 'DATABASE_STATEMENT_TIMEOUT_MS',
    doc: 'statement timeout in milliseconds; 0 sends none, for poolers that reject it as a startup parameter',
    schema: wholeNumber(POOL_DEFAULTS.statementTimeoutMs, { min: 0, max: 600_000 }),
  },
  namedStatements: {
    env: 'DATABASE_NAMED_STATEMENTS',
    doc: 'off: no named prepared statements, for transaction poolers that do not support them',
    schema: oneOf(['on', 'off'], POOL_DEFAULTS.namedStatements),
  },
});

export type PoolLimits = ConfigOf<typeof POOL_SETTINGS>;
