import { defineSettings, oneOf, wholeNumber, type ConfigOf } from '../config';

/** What holds where no setting says otherwise. */
export const POOL_DEFAULTS = { poolSize: 10, statementTimeoutMs: 5_000, namedStatements: 'on' } as const;

/** How a service uses its Postgres, beside DATABASE_URL. */
export const POOL_SETTINGS = defineSettings({
  poolSize: {
    env: 'DATABASE_POOL_SIZE',
    doc: 'most connections to Postgres of a process; a call beyond them waits 3 s',
    schema: wholeNumber(POOL_DEFAULTS.poolSize, { min: 5, max: 1_000 }),
  },
  statementTimeoutMs: {
    env: 'DATABASE_STATEMENT_TIMEOUT_MS',
    doc: 'longest time of a statement, milliseconds; 0 asks for none, for a pooler that refuses it at the start of a connection',
    schema: wholeNumber(POOL_DEFAULTS.statementTimeoutMs, { min: 0, max: 600_000 }),
  },
  namedStatements: {
    env: 'DATABASE_NAMED_STATEMENTS',
    doc: 'off: no statement is prepared once for a whole connection, for a pooler that gives connections out by the transaction and knows none',
    schema: oneOf(['on', 'off'], POOL_DEFAULTS.namedStatements),
  },
});

export type PoolLimits = ConfigOf<typeof POOL_SETTINGS>;
