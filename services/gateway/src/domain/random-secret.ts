import { createHash, randomBytes } from 'node:crypto';

const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits in base64url, for a link or a cookie, and what is stored of them. */
export function makeSecret(): { readonly text: string; readonly hash: Buffer } {
  const text = randomBytes(32).toString('base64url');
  return { text, hash: sha256(text) };
}

/** What is stored of a secret, and found by; undefined for what can be none. */
export function hashOfSecret(text: string): Buffer | undefined {
  return SECRET.test(text) ? sha256(text) : undefined;
}

/** What is stored of two secrets together: neither is of use without the other. */
export function hashOfBoth(one: string, other: string): Buffer | undefined {
  return SECRET.test(one) && SECRET.test(other) ? sha256(`${one}.${other}`) : undefined;
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
