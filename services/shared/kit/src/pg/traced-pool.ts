import { once } from 'node:events';
import { connect } from 'node:net';
import { Client, Pool, type PoolClient } from 'pg';
import { createHangGuard, type HangGuard } from '../hang-guard';
import { AppError } from '../errors';
import { Slots } from '../slots';
import { currentCaller, currentTenancy } from './tenancy';
import { TracedClient, type TracedClientConfig } from './traced-client';

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

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
    code: 'workspace_busy',
    message:
      `Too many concurrent calls of the workspace: others use all ${connections} database connections that it may use in this process. ` +
      'Retry in 1 s.',
    retryAfterSeconds: 1,
  });

/**
 * Postgres answers a ping when it has started a process for the connection. It needs no lock, no role and no file for that, so a
 * checkpoint or a lock does not delay it.
 */
const PING_TIMEOUT_MS = 3_000;

/** The error of pg's pool. */
const noConnection = (): Error => new Error('timeout exceeded when trying to connect');

/** Returns a connection to the pool whose caller no longer waits for it. */
function releaseWhenConnected(connecting: Promise<PoolClient>): void {
  connecting.then(
    (client) => client.release(),
    () => undefined,
  );
}

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
    config: TracedClientConfig & {
      readonly connectionString: string;
      readonly connectionTimeoutMillis: number;
      /** Called for each call that is refused because of the share of its workspace. */
      readonly onRefused: () => void;
    },
  ) {
    super({ ...config, Client: TracedClient });
    this.#maxWaitMs = config.connectionTimeoutMillis;
    const maxConcurrent = Math.ceil(this.options.max * SHARE_OF_WORKSPACE);
    const refuse = (): Error => {
      config.onRefused();
      return noConnectionOfWorkspace(maxConcurrent);
    };
    this.#slots = new Slots({
      maxConcurrent,
      maxWaitMs: this.#maxWaitMs,
      maxWaiting: MAX_WAITING,
      late: refuse,
      full: refuse,
    });
    this.#guard = createHangGuard('Postgres', {
      ping: (signal) => pingPostgres(config.connectionString, signal),
      pingTimeoutMs: PING_TIMEOUT_MS,
      trial: () => this.#trial(),
    });
    const ends = new WeakMap<object, (answered: boolean) => void>();
    this.on('acquire', (client) => {
      const fail = (error: Error): void => (client as unknown as TracedClient).failInFlight(error);
      ends.set(client, this.#guard.watch(fail));
    });
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
      releaseWhenConnected(connecting);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async #connectNow(): Promise<PoolClient> {
    this.#guard.admit();
    let fail: (error: Error) => void = () => undefined;
    const hang = new Promise<never>((_, reject) => (fail = reject));
    const ended = this.#guard.watch(fail);
    const connecting = super.connect();
    try {
      return await Promise.race([connecting, hang]);
    } catch (error) {
      releaseWhenConnected(connecting);
      throw error;
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
