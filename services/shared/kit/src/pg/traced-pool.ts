import { once } from 'node:events';
import { connect } from 'node:net';
import { Client, Pool, type PoolClient, type PoolConfig, type QueryConfig, type QueryResult } from 'pg';
import type { OpenSpan } from '../trace/span';
import { statementName } from '../trace/statement-name';
import { createHangGuard, type HangGuard } from '../hang-guard';
import { AppError } from '../errors';
import { Slots } from '../slots';
import { currentTracer, errorType } from '../trace/tracing';
import { currentCaller, currentTenancy, type Tenancy } from './tenancy';
import { TenantQuery } from './tenant-query';

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;
type Answered = (error: Error | null, result?: QueryResult) => void;

interface TracedPoolConfig extends PoolConfig {
  /** Whether named statements are prepared once per connection. */
  readonly namedStatements: boolean;
}

/** Ends or begins a transaction, or reads no table. */
const CONTROL = /^(BEGIN|COMMIT|ROLLBACK|SET)\b/;

/** A client that records its statements as child spans of the current trace, and limits them to the rows of the current workspace. */
class TracedClient extends Client {
  readonly #namesStatements: boolean;
  /** The workspace that the open transaction has set; undefined outside a transaction. */
  #setInTransaction: Tenancy | 'none' | undefined;

  constructor(config?: TracedPoolConfig) {
    super(config);
    this.#namesStatements = config?.namedStatements ?? true;
  }

  // pg has several overloads; a callback or a promise receives the result.
  override query(...given: unknown[]): never {
    if (!this.#namesStatements) given[0] = withoutName(given[0]);
    const tenancy = currentTenancy();
    const query = (...all: unknown[]): unknown =>
      this.#trackTransaction(all[0]) || tenancy === undefined || this.#setInTransaction === tenancy
        ? (super.query as (...values: unknown[]) => unknown).apply(this, all)
        : this.#queryTenant(tenancy, all);
    const span = spanOf(given[0]);
    if (!span) return query(...given) as never;
    const last = given.at(-1);
    if (typeof last === 'function')
      return query(...given.slice(0, -1), endingWith(span, last as Answered)) as never;
    const answer = query(...given);
    if (answer instanceof Promise)
      answer.then(
        () => span.end(),
        (error: unknown) => span.end(errorType(error)),
      );
    else span.end();
    return answer as never;
  }

  #trackTransaction(statement: unknown): boolean {
    const [word] = CONTROL.exec(textOf(statement) ?? '') ?? [];
    if (word === 'BEGIN') this.#setInTransaction = 'none';
    else if (word === 'COMMIT' || word === 'ROLLBACK') this.#setInTransaction = undefined;
    return word !== undefined;
  }

  #queryTenant(tenancy: Tenancy, given: unknown[]): Promise<QueryResult> | undefined {
    const config = configOf(given);
    const last = given.at(-1);
    // The setting lasts until the end of the transaction. If it fails, the transaction accepts no further statement.
    if (this.#setInTransaction !== undefined) this.#setInTransaction = tenancy;
    const submit = (callback: Answered): void => {
      super.query(new TenantQuery(tenancy, config, { isNamed: this.#namesStatements, callback }) as never);
    };
    if (typeof last === 'function') {
      submit(last as Answered);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      submit((error, result) => {
        if (error) {
          // Otherwise it leads to the socket, not to the caller.
          Error.captureStackTrace(error);
          reject(error);
        } else resolve(result as QueryResult);
      });
    });
  }
}

function configOf([statement, values]: unknown[]): QueryConfig {
  const config = typeof statement === 'string' ? { text: statement } : (statement as QueryConfig);
  return Array.isArray(values) ? { ...config, values } : config;
}

function textOf(statement: unknown): string | undefined {
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | null)?.text;
  return typeof text === 'string' ? text : undefined;
}

function withoutName(statement: unknown): unknown {
  const { name, ...unnamed } = (statement ?? {}) as Partial<QueryConfig>;
  return name === undefined ? statement : unnamed;
}

function spanOf(statement: unknown): OpenSpan | undefined {
  const tracer = currentTracer();
  if (!tracer) return undefined;
  const text = textOf(statement);
  const name = text === undefined ? 'SQL' : statementName(text);
  return tracer.startInside({ name, kind: 'client', attributes: { 'db.system.name': 'postgresql' } });
}

function endingWith(span: OpenSpan, answered: Answered): Answered {
  return (error, result) => {
    span.end(error ? errorType(error) : undefined);
    answered(error, result);
  };
}

/** The part of the connections that the calls of one workspace may use at a time, so that others always find some. */
const SHARE_OF_WORKSPACE = 0.6;
/** More would wait in vain: six connections with statements of 20 ms run 900 in the 3 s. */
const MAX_WAITING = 1_000;

/** A wait for a slot that does not count. Most calls wait less, and need no timer. */
const SHORT_WAIT_MS = 50;

/** Its caller sends too much. The database is available to others, and after the calls that use the connections. */
const noConnectionOfWorkspace = (connections: number): AppError =>
  new AppError({
    kind: 'rate_limited',
    code: 'rate_limited',
    message:
      `Too many concurrent calls of the workspace: others use all ${connections} database connections that it may use in this process. ` +
      'Retry in 1 s.',
    retryAfterSeconds: 1,
  });

/** The error of pg's pool. */
const noConnection = (): Error => new Error('timeout exceeded when trying to connect');

/**
 * A pool that records its statements as spans. It refuses connections while the server hangs. A workspace uses at most 60 % of the
 * connections.
 */
export class TracedPool extends Pool {
  readonly #guard: HangGuard;
  readonly #slots: Slots;
  readonly #maxWaitMs: number;
  /** The workspace of a connection in use. */
  readonly #workspaces = new WeakMap<object, number>();

  constructor(
    config: TracedPoolConfig & {
      readonly connectionString: string;
      readonly connectionTimeoutMillis: number;
    },
  ) {
    super({ ...config, Client: TracedClient });
    this.#maxWaitMs = config.connectionTimeoutMillis;
    const maxConcurrent = Math.ceil(this.options.max * SHARE_OF_WORKSPACE);
    const refuse = (): Error => noConnectionOfWorkspace(maxConcurrent);
    this.#slots = new Slots({
      maxConcurrent,
      maxWaitMs: this.#maxWaitMs,
      maxWaiting: MAX_WAITING,
      late: refuse,
      full: refuse,
    });
    this.#guard = createHangGuard('Postgres', {
      ping: (signal) => pingPostgres(config.connectionString, signal),
      trial: () => this.#trial(),
    });
    const ends = new WeakMap<object, (answered: boolean) => void>();
    this.on('acquire', (client) => ends.set(client, this.#guard.watch()));
    // Statements and transactions that fail release their connection with an error.
    this.on('release', (error, client) => {
      ends.get(client)?.(!error);
      const workspace = this.#workspaces.get(client);
      if (workspace === undefined) return;
      this.#workspaces.delete(client);
      this.#slots.release(workspace);
    });
  }

  async #connect(): Promise<PoolClient> {
    const tenancy = currentTenancy();
    if (typeof tenancy !== 'number') return this.#connectNow();
    this.#guard.admit();
    const startedAt = performance.now();
    try {
      await this.#slots.acquire(tenancy, currentCaller());
    } catch (error) {
      // The others wait for a server that hangs.
      this.#guard.admit();
      throw error;
    }
    try {
      const client = await this.#connectWithin(this.#maxWaitMs - (performance.now() - startedAt));
      this.#workspaces.set(client, tenancy);
      return client;
    } catch (error) {
      this.#slots.release(tenancy);
      throw error;
    }
  }

  /** `connectNow` for the time that remains after the wait for a slot. pg's pool has a single timeout for all callers. */
  async #connectWithin(ms: number): Promise<PoolClient> {
    const connecting = this.#connectNow();
    if (this.#maxWaitMs - ms < SHORT_WAIT_MS) return connecting;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(noConnection()), ms);
    });
    try {
      return await Promise.race([connecting, late]);
    } catch (error) {
      connecting.then(
        (client) => client.release(),
        () => undefined,
      );
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async #connectNow(): Promise<PoolClient> {
    this.#guard.admit();
    const ended = this.#guard.watch();
    try {
      return await super.connect();
    } finally {
      // An idle connection of the pool is no answer of the server.
      ended(false);
    }
  }

  async #trial(): Promise<void> {
    const client = await super.connect();
    try {
      await client.query('SELECT 1');
      client.release();
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
  }

  override connect(): Promise<PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<PoolClient> | void {
    const connecting = this.#connect();
    if (!connected) return connecting;
    // The promise keeps the async context of this caller. The pool's queue would call back in the context of the caller that
    // released the connection.
    connecting.then(
      (client) => connected(undefined, client, (release) => client.release(release as Error | undefined)),
      (error: unknown) => connected(error as Error, undefined, () => undefined),
    );
  }
}

/** The message `SSLRequest` of the protocol. Postgres and poolers answer it with one byte, before the login. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/**
 * Resolves when the server answers. Needs no role and no free connection.
 *
 * @throws when the connection is refused or closed
 */
export async function pingPostgres(databaseUrl: string, signal: AbortSignal): Promise<void> {
  const { host, port } = new Client({ connectionString: databaseUrl });
  const socket = host.startsWith('/')
    ? connect({ path: `${host}/.s.PGSQL.${port}` })
    : connect({ host, port });
  try {
    socket.write(SSL_REQUEST);
    await Promise.race([once(socket, 'data', { signal }), once(socket, 'end', { signal })]);
  } finally {
    socket.destroy();
  }
}
