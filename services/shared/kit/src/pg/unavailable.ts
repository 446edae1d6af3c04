import { isNativeError } from 'node:util/types';
import { isConnectionError } from '../connection-errors';
import { isUntrustedCertificate } from '../hint';

/** SQLSTATE classes and codes of temporary errors: connection failure, too many connections, shutdown, cancellation. */
const UNAVAILABLE_STATES = /^(08|53|57P|57014|25006)/;
/** Messages of `pg` errors without a code. */
const POOL_MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error/;

/** Whether Postgres is temporarily unavailable, so the same statement may succeed later. Follows causes. */
export function isPostgresUnavailable(error: unknown): boolean {
  if (!isNativeError(error)) return false;
  const code = (error as { code?: unknown }).code;
  // ENOENT: the socket of a server that is not running.
  if (code === 'ENOENT' || isConnectionError(error)) return true;
  if (typeof code === 'string' && UNAVAILABLE_STATES.test(code)) return true;
  if (POOL_MESSAGES.test(error.message) || isUntrustedCertificate(error)) return true;
  const inner = error.name === 'AggregateError' ? (error as AggregateError).errors : [error.cause];
  return inner.some(isPostgresUnavailable);
}
