import { createHmac, timingSafeEqual } from 'node:crypto';

/** How long a key of a share link works. */
export const SHARE_KEY_MS = 3_600_000;

/** What a key says of itself, before it is checked. */
export interface ParsedShareKey {
  readonly linkId: number;
  /** Unix milliseconds. */
  readonly expiresAtMs: number;
  readonly signature: Buffer;
}

const KEY = /^hws_([1-9]\d{0,14})_(\d{13})_([A-Za-z0-9_-]{43})$/;

/** A key of a link, `hws_<link>_<end>_<signature>`: nothing of it is stored. */
export function makeShareKey(linkId: number, expiresAtMs: number, secret: Buffer): string {
  const signature = signatureOf({ linkId, expiresAtMs }, secret).toString('base64url');
  return `hws_${linkId}_${expiresAtMs}_${signature}`;
}

/** A key's parts, or undefined for what can be none. */
export function parseShareKey(text: string): ParsedShareKey | undefined {
  const [, linkId, expiresAtMs, signature] = KEY.exec(text) ?? [];
  if (signature === undefined) return undefined;
  return {
    linkId: Number(linkId),
    expiresAtMs: Number(expiresAtMs),
    signature: Buffer.from(signature, 'base64url'),
  };
}

/** Whether the link with this secret made the key, and it still works. @param now Unix milliseconds */
export function isShareKeyOf(key: ParsedShareKey, secret: Buffer, now: number): boolean {
  return key.expiresAtMs > now && timingSafeEqual(key.signature, signatureOf(key, secret));
}

function signatureOf({ linkId, expiresAtMs }: Omit<ParsedShareKey, 'signature'>, secret: Buffer): Buffer {
  return createHmac('sha256', secret).update(`${linkId}_${expiresAtMs}`).digest();
}
