import type { AppError, FieldError } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';

/** With an offset, a later time of the same year has a year of five digits in UTC, which RFC 3339 does not allow. */
const MAX_EXPIRY_MS = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * The `expiresAt` of a request in Unix milliseconds; undefined if it is absent, or if it is invalid and added to `problems`.
 *
 * @param expiresAt RFC 3339
 */
export function checkExpiry(
  expiresAt: string | null | undefined,
  now: number,
  problems: FieldError[],
): number | undefined {
  if (expiresAt === null || expiresAt === undefined) return undefined;
  const ms = Date.parse(expiresAt);
  if (ms > now && ms <= MAX_EXPIRY_MS) return ms;
  problems.push({
    field: 'expiresAt',
    message: ms > now ? 'must be before the year 10000 in UTC' : 'must be in the future',
  });
  return undefined;
}

/** The error that names all invalid fields of a request. */
export function invalidFields(problems: readonly FieldError[]): AppError {
  const detail = problems.map(({ field, message }) => `${field} ${message}`).join('; ');
  return failure('invalid_request', `${detail}.`, { fields: problems });
}
