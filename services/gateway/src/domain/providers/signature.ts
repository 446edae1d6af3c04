import { createHmac, timingSafeEqual } from 'node:crypto';

/** Max seconds between the time in a signature and now, before or after. */
export const TOLERANCE_SECONDS = 300;

/** Headers of a signature by their name as the provider documents it. */
export type SignatureHeaders = Readonly<Record<string, string | undefined>>;

/** A webhook request and the secret to verify it with. */
export interface SignedRequest {
  readonly bytes: Buffer;
  readonly headers: SignatureHeaders;
  readonly secret: string;
  /** Unix milliseconds. */
  readonly now: number;
}

interface Hmac {
  readonly key: string | Buffer;
  /** The signed content, in this order. */
  readonly content: readonly (string | Buffer)[];
  readonly encoding: 'hex' | 'base64';
  /** In this encoding. During the rotation of a secret, a request has several. */
  readonly signatures: readonly string[];
}

/** Whether one of the signatures is the HMAC-SHA256 of the content. Compares in constant time. */
export function hasSignature({ key, content, encoding, signatures }: Hmac): boolean {
  const hmac = createHmac('sha256', key);
  for (const part of content) hmac.update(part);
  const expected = hmac.digest();
  return signatures.some((text) => {
    const signature = Buffer.from(text, encoding);
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
}

/** @param seconds Unix seconds, in digits */
export function isRecent(seconds: string | undefined, now: number): boolean {
  return seconds !== undefined && Math.abs(now / 1_000 - Number(seconds)) <= TOLERANCE_SECONDS;
}

/** The JSON value of a body in UTF-8; undefined for other bodies. */
export function parseEvent(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
