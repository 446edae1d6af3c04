import { randomUUID } from 'node:crypto';

const VALID = /^[A-Za-z0-9._:-]{1,128}$/;
/** Contains the beginning of a JWT, also after a prefix: a JSON object in base64url, and a dot after it. */
const JWT = /(?:ey(?:J|Ai)|ew(?:og|oJ|0K))[A-Za-z0-9_-]{7,}\./;

/**
 * Returns the caller's request id if it is valid, otherwise a new one. Logs, traces and the audit log keep it. A valid one has up to 128
 * letters, digits, dots, colons, hyphens and underscores, and no JWT.
 */
export function requestIdFrom(value: unknown): string {
  return typeof value === 'string' && VALID.test(value) && !JWT.test(value) ? value : randomUUID();
}
