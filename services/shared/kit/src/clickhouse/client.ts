import { isNativeError } from 'node:util/types';
import { createClient, type ClickHouseClient, type ClickHouseSettings } from '@clickhouse/client';
import { isDistrusted } from '../remedy';
import { clickhouseTracer } from './tracer';

export type { ClickHouseClient } from '@clickhouse/client';

export interface ClickhouseOptions {
  /** `http://user:password@host:port/database` */
  readonly clickhouseUrl: string;
  /** Shown in the query log. */
  readonly applicationName: string;
  readonly requestTimeoutMs?: number;
  readonly maxConnections?: number;
  readonly settings?: ClickHouseSettings;
}

/** A ClickHouse client over HTTP. Integers of 64 bits come as JSON numbers: counts stay below 2^53. */
export function createClickhouse(options: ClickhouseOptions): ClickHouseClient {
  return createClient({
    url: options.clickhouseUrl,
    application: options.applicationName,
    request_timeout: options.requestTimeoutMs ?? 30_000,
    max_open_connections: options.maxConnections ?? 10,
    // Below the server's keep-alive, so that a socket is never reused just as the server closes it; asked again before
    // each use, since the timer that closes idle sockets comes late in a busy process.
    keep_alive: { enabled: true, idle_socket_ttl: 1_000, eagerly_destroy_stale_sockets: true },
    tracer: clickhouseTracer,
    log: { level: 127 }, // off: failures are thrown and logged by their callers
    clickhouse_settings: {
      output_format_json_quote_64bit_integers: 0,
      date_time_input_format: 'best_effort',
      ...options.settings,
    },
  });
}

/** True when ClickHouse answers a query. @param note is given the reason when it does not, undefined when it does */
export async function isClickhouseUp(
  client: ClickHouseClient,
  note: (error: unknown) => void,
): Promise<boolean> {
  const answer = await client.ping({ select: true });
  note(answer.success ? undefined : answer.error);
  return answer.success;
}

const SOCKET_ERRORS = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN']);

/** True when ClickHouse could not be reached or did not answer in time, as against having refused the statement. */
export function isClickhouseUnreachable(error: unknown): boolean {
  if (!isNativeError(error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && SOCKET_ERRORS.has(code)) return true;
  return (
    /socket hang up|Timeout error|socket disconnected/i.test(error.message) ||
    isDistrusted(error) ||
    isClickhouseUnreachable(error.cause)
  );
}
