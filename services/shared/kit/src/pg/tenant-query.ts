import { Query, type QueryConfig, type QueryResult } from 'pg';
import type { Tenancy } from './tenancy';

/** Read by the policies of `row-security.ts`. */
const SET_WORKSPACE = "SELECT set_config('headwater.workspace_id', $1, true)";
const SET_WORKSPACE_NAME = 'set-workspace';

/** The part of pg's connection that sends messages. */
interface Connection {
  readonly parsedStatements: Record<string, string | undefined>;
  parse(message: { readonly text: string; readonly name: string }): void;
  bind(message: { readonly statement: string; readonly values: readonly string[] }): void;
  execute(message: object): void;
}

/** The methods of pg's queries that its types leave out. */
interface Messages {
  name: string | undefined;
  submit(connection: Connection): Error | null;
  prepare(connection: Connection): void;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
}

const Base = Query as unknown as new (
  config: QueryConfig,
  values: unknown,
  callback: (error: Error | null, result?: QueryResult) => void,
) => Messages;

/**
 * A statement that sees only the rows of one workspace. Its messages follow those of `set_config` without a synchronisation, so both
 * run in one transaction and one round trip. The setting ends with the transaction: a transaction pooler can give the
 * connection to another client.
 */
export class TenantQuery extends Base {
  readonly #tenancy: Tenancy;
  readonly #isNamed: boolean;
  #isSet = false;
  #name: string | undefined;

  constructor(
    tenancy: Tenancy,
    config: QueryConfig,
    options: {
      readonly isNamed: boolean;
      readonly callback: (error: Error | null, result?: QueryResult) => void;
    },
  ) {
    // The extended protocol, also for a statement without values: the simple one would end the transaction.
    super({ ...config, queryMode: 'extended' } as QueryConfig, undefined, options.callback);
    this.#tenancy = tenancy;
    this.#isNamed = options.isNamed;
  }

  override submit(connection: Connection): Error | null {
    const failed = super.submit(connection);
    // pg marks a named statement as parsed at the next confirmation, which may be the confirmation of `set_config`.
    this.#name = this.name;
    if (!failed) this.name = undefined;
    return failed;
  }

  override prepare(connection: Connection): void {
    const name = this.#isNamed ? SET_WORKSPACE_NAME : '';
    if (connection.parsedStatements[name] === undefined) connection.parse({ text: SET_WORKSPACE, name });
    if (this.#isNamed) connection.parsedStatements[name] = SET_WORKSPACE;
    connection.bind({ statement: name, values: [String(this.#tenancy)] });
    connection.execute({});
    super.prepare(connection);
  }

  override handleDataRow(message: object): void {
    if (this.#isSet) super.handleDataRow(message);
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    if (this.#isSet) return super.handleCommandComplete(message, connection);
    this.#isSet = true;
    this.name = this.#name;
  }

  override handleError(error: Error, connection: Connection): void {
    this.name = this.#name;
    super.handleError(error, connection);
  }
}
