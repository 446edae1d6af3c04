import type { Socket } from 'node:net';
import { Client, type PoolConfig, type QueryConfig, type QueryResult } from 'pg';
import type { OpenSpan } from '../trace/span';
import { statementName } from '../trace/statement-name';
import { currentTracer, errorType } from '../trace/tracing';
import { currentTenancy, type Tenancy } from './tenancy';
import { TenantQuery } from './tenant-query';

type Answered = (error: Error | null, result?: QueryResult) => void;

export interface TracedClientConfig extends PoolConfig {
  /** Whether named statements are prepared once per connection. */
  readonly namedStatements: boolean;
}

/** Ends or begins a transaction, or reads no table. */
const CONTROL = /^(BEGIN|COMMIT|ROLLBACK|SET)\b/;

/** Statements without an effect outside a transaction. */
const WITHOUT_EFFECT = /^\s*(SELECT|BEGIN|ROLLBACK|SET)\b/;

/** A client that records its statements as child spans of the current trace, and limits them to the rows of the current workspace. */
export class TracedClient extends Client {
  readonly #namesStatements: boolean;
  /** The workspace that the open transaction has set; undefined outside a transaction. */
  #setInTransaction: Tenancy | 'none' | undefined;
  /** Statements without an answer yet. */
  #unanswered = 0;
  /** Those of them whose effect remains if the connection is lost: commits, and writes outside a transaction. */
  #effects = 0;

  constructor(config?: TracedClientConfig) {
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
    const counted = this.#count(given[0]);
    const ended = (error?: unknown): void => {
      counted();
      span?.end(error ? errorType(error) : undefined);
    };
    const last = given.at(-1);
    if (typeof last === 'function')
      return query(...given.slice(0, -1), endingWith(ended, last as Answered)) as never;
    const answer = query(...given);
    if (answer instanceof Promise) answer.then(() => ended(), ended);
    else ended();
    return answer as never;
  }

  /** Fails the statements in flight, unless their effect would be unknown. */
  failInFlight(error: Error): void {
    if (this.#unanswered === 0 || this.#effects > 0) return;
    (this as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream.destroy(
      error,
    );
  }

  /** @returns call it once, when the statement is answered */
  #count(statement: unknown): () => void {
    const effects = this.#hasEffect(textOf(statement) ?? '') ? 1 : 0;
    this.#unanswered += 1;
    this.#effects += effects;
    return () => {
      this.#unanswered -= 1;
      this.#effects -= effects;
    };
  }

  #hasEffect(text: string): boolean {
    if (text.startsWith('COMMIT')) return true;
    return this.#setInTransaction === undefined && !WITHOUT_EFFECT.test(text);
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

function endingWith(ended: (error?: unknown) => void, answered: Answered): Answered {
  return (error, result) => {
    ended(error);
    answered(error, result);
  };
}
