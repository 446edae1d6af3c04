import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** A live key. A `KeyObject` instead of bytes: it never prints the secret, even if it is logged by mistake. */
export interface HmacKey {
  readonly id: string;
  readonly key: KeyObject;
}

/** All live keys. New digests use the current key; the older keys only find existing profiles. */
export type HmacKeys = readonly [current: HmacKey, ...older: HmacKey[]];

const MIN_BYTES = 32;
/** The format of a key id. */
export const HMAC_KEY_ID = /^[A-Za-z0-9_.-]{1,32}$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Parses `id:base64,id:base64`. A problem names a key by its position, never by its text: if id and secret are swapped,
 * the secret must not reach a log.
 */
export function parseHmacKeys(text: string): { keys: HmacKeys } | { problem: string } {
  const keys: HmacKey[] = [];
  for (const [index, entry] of text.split(',').entries()) {
    const result = parseKey(entry.trim());
    if ('problem' in result) return { problem: `key ${index + 1} ${result.problem}` };
    if (keys.some((other) => other.id === result.id))
      return { problem: `key ${index + 1} repeats the id of another key` };
    if (keys.some((other) => other.key.equals(result.key)))
      return { problem: `key ${index + 1} is the same secret as another key` };
    keys.push(result);
  }
  const [current, ...older] = keys;
  return current ? { keys: [current, ...older] } : { problem: 'contains no key' };
}

function parseKey(entry: string): HmacKey | { problem: string } {
  const colon = entry.indexOf(':');
  if (colon < 0) return { problem: 'must have the form id:base64' };
  const id = entry.slice(0, colon);
  if (!HMAC_KEY_ID.test(id)) return { problem: 'must have an id of 1 to 32 letters, digits, _ . -' };
  const secret = entry.slice(colon + 1);
  if (!BASE64.test(secret)) return { problem: 'must be base64 after the id' };
  const bytes = Buffer.from(secret, 'base64');
  if (bytes.length < MIN_BYTES)
    return { problem: `must be at least ${MIN_BYTES} bytes: generate one with openssl rand -base64 32` };
  return { id, key: createSecretKey(bytes) };
}

/**
 * A fingerprint of a secret: the HMAC of a fixed text, 32 bytes. It never equals the digest of an address, because hashed
 * addresses start with a workspace id.
 */
export function keyCheck({ key }: HmacKey): Buffer {
  return createHmac('sha256', key).update('headwater key check').digest();
}
