import { once } from 'node:events';
import { connect } from 'node:net';
import { Client, Pool, type PoolClient, type PoolConfig, type QueryConfig, type QueryResult } from 'pg';
import type { OpenSpan } from '../trace/span';
import { statementName } from '../trace/statement-name';
import { createHangGuard, type HangGuard } from '../hang-guard';
import { currentTracer, errorType } from '../trace/tracing';

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

/** A client that records its statements as child spans of the current trace. */
class TracedClient extends Client {
  readonly #namesStatements: boolean;

  constructor(config?: TracedPoolConfig) {
    super(config);
    this.#namesStatements = config?.namedStatements ?? true;
  }

  // pg has several overloads; a callback or a promise receives the result.
  override query(...given: unknown[]): never {
    const query = super.query.bind(this) as (...all: unknown[]) => unknown;
    if (!this.#namesStatements) given[0] = withoutName(given[0]);
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
}

function withoutName(statement: unknown): unknown {
  const { name, ...unnamed } = (statement ?? {}) as Partial<QueryConfig>;
  return name === undefined ? statement : unnamed;
}

function spanOf(statement: unknown): OpenSpan | undefined {
  const tracer = currentTracer();
  if (!tracer) return undefined;
  const text = typeof statement === 'string' ? statement : (statement as { text?: unknown } | null)?.text;
  const name = typeof text === 'string' ? statementName(text) : 'SQL';
  return tracer.startInside({ name, kind: 'client', attributes: { 'db.system.name': 'postgresql' } });
}

function endingWith(span: OpenSpan, answered: Answered): Answered {
  return (error, result) => {
    span.end(error ? errorType(error) : undefined);
    answered(error, result);
  };
}

/** A pool that records its statements as spans. It refuses connections while the server hangs. */
export class TracedPool extends Pool {
  readonly #guard: HangGuard;

  constructor(config: TracedPoolConfig & { readonly connectionString: string }) {
    super({ ...config, Client: TracedClient });
    this.#guard = createHangGuard('Postgres', (signal) => pingPostgres(config.connectionString, signal));
    const ends = new WeakMap<object, (answered: boolean) => void>();
    this.on('acquire', (client) => ends.set(client, this.#guard.watch()));
    // Statements and transactions that fail release their connection with an error.
    this.on('release', (error, client) => ends.get(client)?.(!error));
  }

  async #connect(): Promise<PoolClient> {
    this.#guard.admit();
    const ended = this.#guard.watch();
    try {
      return await super.connect();
    } finally {
      // An idle connection of the pool is no answer of the server.
      ended(false);
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
