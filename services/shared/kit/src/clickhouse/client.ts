import { isNativeError } from 'node:util/types';
import { createClient, type ClickHouseClient, type ClickHouseSettings } from '@clickhouse/client';
import { isConnectionError } from '../connection-errors';
import { createHangGuard, type HangGuard } from '../hang-guard';
import { isUntrustedCertificate } from '../hint';
import { clickhouseTracer } from './tracer';

export type { ClickHouseClient } from '@clickhouse/client';

export interface ClickhouseOptions {
  /** `http://user:password@host:port/database` */
  readonly clickhouseUrl: string;
  /** Shown in the query log. */
  readonly applicationName: string;
  readonly requestTimeoutMs?: number;
  readonly maxConnections?: number;
  /** Whether a repeat of any statement has no further effect. If the server hangs, all then fail like queries. Default: false. */
  readonly isRepeatable?: boolean;
  readonly settings?: ClickHouseSettings;
}

/**
 * Returns a ClickHouse client over HTTP. 64-bit integers arrive as JSON numbers: counts stay below 2^53. Statements fail
 * immediately while the server hangs.
 */
export function createClickhouse(options: ClickhouseOptions): ClickHouseClient {
  return failWhileHanging(clientOf(options), options);
}

function failWhileHanging(
  client: ClickHouseClient,
  { clickhouseUrl, isRepeatable = false }: ClickhouseOptions,
): ClickHouseClient {
  const command = client.command.bind(client);
  const { guard, leave } = joinGuard(clickhouseUrl, () => command({ query: 'SELECT 1' }));
  for (const method of ['query', 'insert', 'command', 'exec'] as const) {
    const send = client[method].bind(client) as Send;
    const fails = method === 'query' || isRepeatable;
    const guarded: Send = fails ? guardRepeatable(guard, send) : guardStatement(guard, send);
    Object.assign(client, { [method]: guarded });
  }
  const close = client.close.bind(client);
  return Object.assign(client, {
    close: () => {
      leave();
      return close();
    },
  });
}

/** A call of a client like those of its callers, unguarded. */
type Trial = () => Promise<unknown>;

/** The clients of a server share a guard: if one has found that the server hangs, the calls of the others need not wait for that. */
const guards = new Map<string, { readonly guard: HangGuard; readonly trials: Set<Trial> }>();

function joinGuard(
  clickhouseUrl: string,
  trial: Trial,
): { readonly guard: HangGuard; readonly leave: () => void } {
  const { origin } = new URL(clickhouseUrl);
  const shared = guards.get(origin) ?? createSharedGuard(origin);
  guards.set(origin, shared);
  shared.trials.add(trial);
  return {
    guard: shared.guard,
    leave: () => {
      if (shared.trials.delete(trial) && shared.trials.size === 0) guards.delete(origin);
    },
  };
}

function createSharedGuard(origin: string) {
  const trials = new Set<Trial>();
  const guard = createHangGuard('ClickHouse', {
    ping: async (signal) => (await fetch(new URL('/ping', origin), { signal })).arrayBuffer(),
    // Pings wait for a thread of a server that is busy with queries.
    pingTimeoutMs: 5_000,
    trial: async () => {
      const [trial] = trials;
      return trial?.() ?? Promise.reject(new Error('no client'));
    },
  });
  return { guard, trials };
}

type Send = (parameters: { readonly abort_signal?: AbortSignal }) => Promise<unknown>;

/** The statement continues if the server hangs meanwhile: its effect would be unknown. */
function guardStatement(guard: HangGuard, send: Send, fail?: (error: Error) => void): Send {
  return async (parameters) => {
    guard.admit();
    const ended = guard.watch(fail);
    let answered = false;
    try {
      const answer = await send(parameters);
      answered = true;
      return answer;
    } finally {
      ended(answered);
    }
  };
}

/** The statement fails if the server hangs meanwhile: a repeat has the same effect. */
function guardRepeatable(guard: HangGuard, send: Send): Send {
  return async ({ abort_signal: signal, ...parameters }) => {
    const hang = new AbortController();
    const signals = signal ? [hang.signal, signal] : [hang.signal];
    const sendGuarded = guardStatement(guard, send, (error) => hang.abort(error));
    try {
      return await sendGuarded({ ...parameters, abort_signal: AbortSignal.any(signals) });
    } catch (error) {
      throw hang.signal.aborted ? hang.signal.reason : error;
    }
  };
}

function clientOf(options: ClickhouseOptions): ClickHouseClient {
  return createClient({
    url: options.clickhouseUrl,
    application: options.applicationName,
    request_timeout: options.requestTimeoutMs ?? 30_000,
    max_open_connections: options.maxConnections ?? 10,
    // Below the server's keep-alive, so that no socket is reused while the server closes it. Checked again before each use,
    // because the idle timer fires late in a busy process.
    keep_alive: { enabled: true, idle_socket_ttl: 1_000, eagerly_destroy_stale_sockets: true },
    tracer: clickhouseTracer,
    log: { level: 127 }, // off: callers log the errors that the client throws
    clickhouse_settings: {
      output_format_json_quote_64bit_integers: 0,
      date_time_input_format: 'best_effort',
      ...options.settings,
    },
  });
}

/** Whether ClickHouse answers a query. @param note receives the error, or undefined when it answers */
export async function isClickhouseUp(
  client: ClickHouseClient,
  note: (error: unknown) => void,
): Promise<boolean> {
  const answer = await client.ping({ select: true });
  note(answer.success ? undefined : answer.error);
  return answer.success;
}

/** Whether ClickHouse was unreachable or timed out, rather than rejected the statement. Follows causes. */
export function isClickhouseUnreachable(error: unknown): boolean {
  if (!isNativeError(error)) return false;
  if (isConnectionError(error)) return true;
  return (
    /socket hang up|Timeout error|socket disconnected/i.test(error.message) ||
    isUntrustedCertificate(error) ||
    isClickhouseUnreachable(error.cause)
  );
}

/** Resource limits of one statement. */
export interface Bounds {
  readonly seconds: number;
  readonly memoryMib: number;
  /** Maximum of stored rows to read. */
  readonly rows: number;
}

/** Returns the settings that enforce the limits for every statement of a client. A statement beyond them fails; no partial results. */
export function boundSettings({ seconds, memoryMib, rows }: Bounds): ClickHouseSettings {
  return {
    max_execution_time: seconds,
    timeout_overflow_mode: 'throw',
    max_memory_usage: String(memoryMib * 1_048_576),
    max_rows_to_read: String(rows),
    read_overflow_mode: 'throw',
  };
}

/** Settings with which ClickHouse cancels a query when its HTTP client disconnects. Both are needed; the query is read-only. */
export const CANCEL_WITH_CALLER = {
  readonly: '2',
  cancel_http_readonly_queries_on_client_close: 1,
} as const satisfies ClickHouseSettings;
