import { createHmac } from 'node:crypto';
import { IDEMPOTENCY_LIMITS } from '@headwater/protos/limits';
import type { HmacKey, HmacKeys } from './hmac-keys';

/** For how long a repeat of an erasure returns its certificate. */
export const REPEAT_WINDOW_MS = IDEMPOTENCY_LIMITS.repeatHours * 3_600_000;

/** Whom an erasure concerns: an account by its normalised address or its user id, or a visitor. */
export type ErasureSubject =
  { readonly email: string } | { readonly userId: string } | { readonly anonymousId: string };

export interface Erasure {
  readonly workspaceId: number;
  readonly subject: ErasureSubject;
  /** The caller's id of the erasure. */
  readonly operationId: string;
}

/**
 * Derives the ids of an erasure's certificate: under the current key first, then under each older key. Every subject and
 * workspace has other ids, so an operation id never returns the certificate of another subject. The id proves nothing about a
 * subject without the operation id, which identity does not store.
 *
 * @param use 0, and one more for each earlier use of the operation id that is older than `REPEAT_WINDOW_MS`
 */
export function certificateIds(
  keys: HmacKeys,
  { workspaceId, subject, operationId }: Erasure,
  use: number,
): readonly [current: string, ...older: string[]] {
  const [current, ...older] = keys;
  const idUnder = ({ key }: HmacKey): string => {
    const text = `erasure\0${workspaceId}\0${operationId}\0${use}\0${subjectText(subject)}`;
    const bytes = createHmac('sha256', key).update(text).digest().subarray(0, 16);
    bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6); // version 8 of RFC 9562: a custom UUID
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8); // variant of RFC 9562
    const hex = bytes.toString('hex');
    return [8, 12, 16, 20, 32].map((end, i, ends) => hex.slice(ends[i - 1] ?? 0, end)).join('-');
  };
  return [idUnder(current), ...older.map(idUnder)];
}

/** No address contains a NUL character. */
function subjectText(subject: ErasureSubject): string {
  if ('email' in subject) return subject.email;
  return 'userId' in subject ? `user id\0${subject.userId}` : `visitor\0${subject.anonymousId}`;
}
