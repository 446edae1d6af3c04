import { createHmac } from 'node:crypto';
import type { HmacKey, HmacKeys } from './hmac-keys';

/** An address as it is stored: 32 bytes, and the key that made them. */
export interface EmailDigest {
  readonly keyId: string;
  readonly digest: Buffer;
}

/** The digests by which an account may be known: under the current key first, then under each older one. */
export type EmailDigests = readonly [current: EmailDigest, ...older: EmailDigest[]];

/**
 * HMAC-SHA-256 under every live key. The workspace is part of the message, so one address has unrelated digests in two
 * workspaces.
 *
 * @param email as `normaliseEmail` gave it
 */
export function digestEmail(keys: HmacKeys, workspaceId: number, email: string): EmailDigests {
  const [current, ...older] = keys;
  const digestUnder = ({ id, key }: HmacKey): EmailDigest => ({
    keyId: id,
    // By way of a text: each buffer of node:crypto's own is memory of its own, which a bulk call would claim a thousand times.
    digest: Buffer.from(
      createHmac('sha256', key).update(`${workspaceId}\0${email}`).digest('binary'),
      'latin1',
    ),
  });
  return [digestUnder(current), ...older.map(digestUnder)];
}

/** A digest as a key of a Map. */
export function digestKey(digest: Buffer): string {
  return digest.toString('latin1');
}
