import { randomUUID } from 'node:crypto';

const SANE = /^[A-Za-z0-9._:-]{1,128}$/;

/** The caller's request id when it is sane (printable, at most 128 characters), else a new one. */
export function requestIdFrom(value: unknown): string {
  return typeof value === 'string' && SANE.test(value) ? value : randomUUID();
}
