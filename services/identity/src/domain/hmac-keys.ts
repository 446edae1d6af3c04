import { createSecretKey, type KeyObject } from 'node:crypto';

/** A key object, not bytes: it prints as nothing when it strays into a log. */
export interface HmacKey {
  readonly id: string;
  readonly key: KeyObject;
}

/** All live keys, the current one first: new digests are made under it, the others only find older ones. */
export type HmacKeys = readonly [current: HmacKey, ...older: HmacKey[]];

const MIN_BYTES = 32;
/** What the id of a key looks like. */
export const HMAC_KEY_ID = /^[A-Za-z0-9_.-]{1,32}$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Reads `id:base64,id:base64`. A problem names a key by its place and never by its text: whoever swaps the two halves
 * must not find the secret in a log.
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
  return current ? { keys: [current, ...older] } : { problem: 'names no key' };
}

function parseKey(entry: string): HmacKey | { problem: string } {
  const colon = entry.indexOf(':');
  if (colon < 0) return { problem: 'must be written id:base64' };
  const id = entry.slice(0, colon);
  if (!HMAC_KEY_ID.test(id)) return { problem: 'must have an id of 1 to 32 letters, digits, _ . -' };
  const secret = entry.slice(colon + 1);
  if (!BASE64.test(secret)) return { problem: 'must be base64 after its id' };
  const bytes = Buffer.from(secret, 'base64');
  if (bytes.length < MIN_BYTES)
    return { problem: `must be at least ${MIN_BYTES} bytes: make one with openssl rand -base64 32` };
  return { id, key: createSecretKey(bytes) };
}
