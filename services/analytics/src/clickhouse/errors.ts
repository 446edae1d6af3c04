import { ClickHouseError } from '@clickhouse/client';
import { isClickhouseUnreachable } from '@headwater/kit/clickhouse/client';
import type { AppError } from '@headwater/kit/errors';
import { failure, type ErrorCode } from '@headwater/protos/error-codes';

const MESSAGES = {
  query_too_heavy:
    'The query is too heavy. Narrow it: use a shorter window, a coarser grain or more filters.',
  upstream_unavailable: 'The event store is unavailable. Retry after 1 s.',
} as const satisfies Partial<Record<ErrorCode, string>>;

const OUT_OF_MEMORY = 'The event store has no free memory for this query. Retry after 1 s.';

/**
 * ClickHouse's message when the memory of all statements together is exhausted, in this version and older ones. ClickHouse
 * stops the statement that exceeds its share most: that one is too heavy. Any other statement that finds no memory is not.
 */
const SHARED_MEMORY_EXHAUSTED =
  /^(\((total|for user)\)|user) memory limit|^memory limit \((total|for user)\)/i;
const STOPPED_AS_LARGEST = /selected to stop/i;

/** ClickHouse error types that map to a public code. Any other type is a bug in a statement. */
const CODES: ReadonlyMap<string, keyof typeof MESSAGES> = new Map([
  ['TIMEOUT_EXCEEDED', 'query_too_heavy'],
  ['TOO_SLOW', 'query_too_heavy'],
  ['MEMORY_LIMIT_EXCEEDED', 'query_too_heavy'],
  ['TOO_MANY_ROWS', 'query_too_heavy'],
  ['TOO_MANY_BYTES', 'query_too_heavy'],
  ['TOO_MANY_ROWS_OR_BYTES', 'query_too_heavy'],
  ['TOO_MANY_SIMULTANEOUS_QUERIES', 'upstream_unavailable'],
  ['AUTHENTICATION_FAILED', 'upstream_unavailable'],
  // Not migrated yet.
  ['UNKNOWN_DATABASE', 'upstream_unavailable'],
  ['UNKNOWN_TABLE', 'upstream_unavailable'],
  // A shard is down, or failed while it sent its rows.
  ['ALL_CONNECTION_TRIES_FAILED', 'upstream_unavailable'],
  ['NETWORK_ERROR', 'upstream_unavailable'],
  ['SOCKET_TIMEOUT', 'upstream_unavailable'],
  ['ATTEMPT_TO_READ_AFTER_EOF', 'upstream_unavailable'],
  // Replicas without their Keeper are read-only.
  ['TABLE_IS_READ_ONLY', 'upstream_unavailable'],
  ['KEEPER_EXCEPTION', 'upstream_unavailable'],
  ['CANNOT_SCHEDULE_TASK', 'upstream_unavailable'],
  ['CANNOT_ALLOCATE_MEMORY', 'upstream_unavailable'],
  ['NOT_ENOUGH_SPACE', 'upstream_unavailable'],
]);

/**
 * Types of ClickHouse's errors of the system, which are outages for some reasons. Messages of other types can contain values of a
 * request, which can contain any reason.
 */
const SYSTEM_TYPES: ReadonlySet<string> = new Set([
  'CANNOT_OPEN_FILE',
  'CANNOT_PIPE',
  'CANNOT_CREATE_TIMER',
  'EPOLL_ERROR',
  'CANNOT_WRITE_TO_FILE_DESCRIPTOR',
  'POCO_EXCEPTION',
]);
/** No free file, thread or space, or a peer that has gone. */
const OF_SYSTEM =
  /Too many open files|Broken pipe|Connection reset by peer|No space left on device|Resource temporarily unavailable/;

/** The failure of a query that exceeds a limit. */
export const queryTooHeavy = (): AppError => failure('query_too_heavy', MESSAGES.query_too_heavy);

/** The failure of a call for an error of ClickHouse's client. Returns an error without a public code unchanged. */
export function clickhouseFailure(error: unknown, signal?: AbortSignal): unknown {
  if (signal?.aborted) return failure('cancelled', 'The request was cancelled.', { cause: error });
  const code = isClickhouseUnreachable(error)
    ? 'upstream_unavailable'
    : error instanceof ClickHouseError
      ? codeOf(error)
      : undefined;
  if (code === undefined) return error;
  if (code === 'query_too_heavy' && isMemoryOfOthers(error as ClickHouseError))
    return failure('upstream_unavailable', OUT_OF_MEMORY, {
      cause: error,
      retryAfterSeconds: 1,
      // Immediate retries of every gateway would take the memory of the statements that must finish first.
      retryable: false,
    });
  return failure(code, MESSAGES[code], {
    cause: error,
    ...(code === 'upstream_unavailable' ? { retryAfterSeconds: 1, retryable: !isDown(error) } : {}),
  });
}

function codeOf({ type = '', message }: ClickHouseError): keyof typeof MESSAGES | undefined {
  const isOfSystem = SYSTEM_TYPES.has(type) && OF_SYSTEM.test(message);
  return CODES.get(type) ?? (isOfSystem ? 'upstream_unavailable' : undefined);
}

/** Whether ClickHouse did not accept or answer the request: an immediate retry by the gateway would fail, too. */
function isDown(error: unknown): boolean {
  return isClickhouseUnreachable(error) && !isConnectionReset(error);
}

/** A reset connection, for example because ClickHouse closed it while idle: a retry opens another. */
function isConnectionReset(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ECONNRESET' || code === 'EPIPE' || /socket hang up|socket disconnected/i.test(message);
}

function isMemoryOfOthers({ message }: ClickHouseError): boolean {
  return SHARED_MEMORY_EXHAUSTED.test(message) && !STOPPED_AS_LARGEST.test(message);
}
