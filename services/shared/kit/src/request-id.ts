import { randomUUID } from 'node:crypto';

const VALID = /^[A-Za-z0-9._:-]{1,128}$/;

/** Returns the caller's request id if it is valid (printable, at most 128 characters), otherwise a new one. */
export function requestIdFrom(value: unknown): string {
  return typeof value === 'string' && VALID.test(value) ? value : randomUUID();
}
