import { isNativeError } from 'node:util/types';
import { isDistrusted } from '../remedy';

/** SQLSTATE classes and codes that say "not now": connection trouble, too many connections, shutting down, cancelled. */
const UNAVAILABLE_STATES = /^(08|53|57P|57014|25006)/;
const SOCKET_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'EAI_AGAIN',
]);
/** Messages of `pg` for failures that carry no code. */
const POOL_MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error/;

/** True when Postgres can't answer now and the same statement may succeed later. Looks through causes. */
export function isPostgresUnavailable(error: unknown): boolean {
  if (!isNativeError(error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && (UNAVAILABLE_STATES.test(code) || SOCKET_ERRORS.has(code))) return true;
  if (POOL_MESSAGES.test(error.message) || isDistrusted(error)) return true;
  const inner = error.name === 'AggregateError' ? (error as AggregateError).errors : [error.cause];
  return inner.some(isPostgresUnavailable);
}
