import { createHmac, randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';

/** Lifetime of a share link's key. */
export const SHARE_KEY_MS = 3_600_000;

/** The parts of a key. The signature is not verified yet. */
export interface ParsedShareKey {
  readonly linkId: number;
  /** Unix milliseconds. */
  readonly expiresAtMs: number;
  readonly signature: Buffer;
}

const KEY = /^hws_([1-9]\d{0,14})_(\d{13})_([A-Za-z0-9_-]{43})$/;

/** Creates a key of a link, `hws_<link>_<expiry>_<signature>`. Keys are not stored. */
export function createShareKey(linkId: number, expiresAtMs: number, secret: Buffer): string {
  const signature = signatureOf({ linkId, expiresAtMs }, secret).toString('base64url');
  return `hws_${linkId}_${expiresAtMs}_${signature}`;
}

/** A key's parts; undefined if it is malformed. */
export function parseShareKey(text: string): ParsedShareKey | undefined {
  const [, linkId, expiresAtMs, signature] = KEY.exec(text) ?? [];
  if (signature === undefined) return undefined;
  return {
    linkId: Number(linkId),
    expiresAtMs: Number(expiresAtMs),
    signature: Buffer.from(signature, 'base64url'),
  };
}

/** Whether the key was created with this secret and has not expired. @param now Unix milliseconds */
export function isShareKeyValid(key: ParsedShareKey, secret: Buffer, now: number): boolean {
  return key.expiresAtMs > now && timingSafeEqual(key.signature, signatureOf(key, secret));
}

function signatureOf({ linkId, expiresAtMs }: Omit<ParsedShareKey, 'signature'>, secret: Buffer): Buffer {
  return createHmac('sha256', secret).update(`${linkId}_${expiresAtMs}`).digest();
}

/** The scrypt setting recommended by OWASP that needs 16 MiB, so that several concurrent hashes fit into a small pod. */
const COST: ScryptOptions = { N: 2 ** 14, r: 8, p: 5, maxmem: 64 * 1_048_576 };
const HASH_BYTES = 32;

/** The salted hash of a password together with its parameters, as stored. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** Whether the password matches a stored hash. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [, N, r, p, salt = '', hash = ''] = stored.split('$');
  const cost = { ...COST, N: Number(N), r: Number(r), p: Number(p) };
  const derived = await derive(password, Buffer.from(salt, 'base64url'), cost);
  return timingSafeEqual(derived, Buffer.from(hash, 'base64url'));
}

function derive(password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // NFC: keyboards encode the same characters differently.
    scrypt(password.normalize('NFC'), salt, HASH_BYTES, cost, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}
