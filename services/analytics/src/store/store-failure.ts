import { ClickHouseError } from '@clickhouse/client';
import { isClickhouseUnreachable } from '@headwater/kit/clickhouse/client';
import { failure, type ErrorCode } from '@headwater/protos/error-codes';

const MESSAGES = {
  query_too_heavy: 'The question is too heavy. Narrow it: a shorter window, a coarser grain or more filters.',
  upstream_unavailable: 'The event store can not be reached. Try again shortly.',
} as const satisfies Partial<Record<ErrorCode, string>>;

const OTHERS_HAVE_IT = 'The event store has no memory left while it answers others. Try again shortly.';

/**
 * ClickHouse's words for the memory of all its statements together, in this version and older ones. Whichever takes most
 * beyond its due is ended, as too heavy; another one that finds none left was not too heavy.
 */
const ALL_MEMORY = /^(\((total|for user)\)|user) memory limit|^memory limit \((total|for user)\)/i;
const TAKES_MOST = /selected to stop/i;

/** ClickHouse's error types that have a code of ours; any other is a fault of a statement, and surprises. */
const KNOWN_TYPES: ReadonlyMap<string, keyof typeof MESSAGES> = new Map([
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
  // A shard does not answer, or went away within its answer.
  ['ALL_CONNECTION_TRIES_FAILED', 'upstream_unavailable'],
  ['NETWORK_ERROR', 'upstream_unavailable'],
  ['SOCKET_TIMEOUT', 'upstream_unavailable'],
  ['ATTEMPT_TO_READ_AFTER_EOF', 'upstream_unavailable'],
  // Replicas without their Keeper can be read, not changed.
  ['TABLE_IS_READ_ONLY', 'upstream_unavailable'],
  ['KEEPER_EXCEPTION', 'upstream_unavailable'],
]);

/** The failure that a call answers with when ClickHouse threw. An error without a code of ours is returned as it is. */
export function storeFailure(thrown: unknown, signal?: AbortSignal): unknown {
  if (signal?.aborted) return failure('cancelled', 'The request was cancelled.', { cause: thrown });
  const code = isClickhouseUnreachable(thrown)
    ? 'upstream_unavailable'
    : thrown instanceof ClickHouseError
      ? KNOWN_TYPES.get(thrown.type ?? '')
      : undefined;
  if (code === undefined) return thrown;
  if (code === 'query_too_heavy' && isForOthers(thrown as ClickHouseError))
    return failure('upstream_unavailable', OTHERS_HAVE_IT, {
      cause: thrown,
      retryAfterSeconds: 1,
      // At once and from each gateway it would take memory from those that it waits for.
      repeatable: false,
    });
  return failure(code, MESSAGES[code], {
    cause: thrown,
    ...(code === 'upstream_unavailable' ? { retryAfterSeconds: 1 } : {}),
  });
}

function isForOthers({ message }: ClickHouseError): boolean {
  return ALL_MEMORY.test(message) && !TAKES_MOST.test(message);
}
