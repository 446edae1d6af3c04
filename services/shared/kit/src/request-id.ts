import { randomUUID } from 'node:crypto';
import { containsJwt } from './jwt';

const VALID = /^[A-Za-z0-9._:-]{1,128}$/;

/**
 * Returns the caller's request id if it is valid, otherwise a new one. Logs, traces and the audit log keep it. A valid one has up to 128
 * letters, digits, dots, colons, hyphens and underscores, and no JWT.
 */
export function requestIdFrom(value: unknown): string {
  return typeof value === 'string' && VALID.test(value) && !containsJwt(value) ? value : randomUUID();
}
