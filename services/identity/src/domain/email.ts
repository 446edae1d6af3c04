import { createHmac } from 'node:crypto';
import { domainToASCII } from 'node:url';
import type { HmacKey, HmacKeys } from './hmac-keys';
import { accepted, refused, type Parsed } from './parsed';

/** Far above any real address; bounds the work on hostile input. */
const MAX_RAW_LENGTH = 1_000;
/** RFC 5321 section 4.5.3.1.1, in bytes. */
const MAX_LOCAL_BYTES = 64;
/** RFC 5321 section 4.5.3.1.3 (a path of 256 bytes minus its angle brackets), in bytes. */
const MAX_BYTES = 254;

/** The characters that `<input type=email>` accepts before the @ (WHATWG HTML), and non-ASCII letters (RFC 6531). */
const LOCAL = /^(?:[a-z0-9.!#$%&'*+/=?^_`{|}~-]|[^\p{ASCII}\p{C}\p{Z}])+$/u;
/** Fast path: a lower-case ASCII address is already normalised, unless its domain is punycode. */
const PLAIN =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Excludes everything that the host parser of the URL standard decodes, such as `%41` and `0x7f.1`. */
const RAW_DOMAIN = /^(?:[a-z0-9.-]|[^\p{ASCII}\p{C}\p{Z}])+$/u;
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Parses the `email` field of a request into its normalised form. */
export function parseEmail(raw: string): Parsed<string> {
  const email = normaliseEmail(raw);
  if (email !== undefined) return accepted(email);
  return refused(
    'email',
    raw.trim() === '' ? 'is required' : 'must be an email address: a name, one @ and a domain with a dot',
  );
}

/**
 * Returns the only spelling of an address that is hashed: trimmed, NFC, lower-case, with the domain in punycode. Idempotent.
 *
 * @returns undefined for text that a sign-up form would refuse: two @, a quoted local part, a domain without a dot, an IP
 * address.
 */
export function normaliseEmail(raw: string): string | undefined {
  if (raw.length > MAX_RAW_LENGTH) return undefined;
  const lower = raw.trim().toLowerCase();
  if (lower.length <= MAX_BYTES && PLAIN.test(lower) && !lower.includes('xn--')) return lower;
  // NFC again at the end: lower-casing can produce letters that compose.
  const folded = raw.trim().normalize('NFC').toLowerCase().normalize('NFC');
  const parts = folded.split('@');
  const [local, domain] = parts;
  if (parts.length !== 2 || local === undefined || domain === undefined) return undefined;
  if (!LOCAL.test(local) || Buffer.byteLength(local) > MAX_LOCAL_BYTES) return undefined;
  const host = RAW_DOMAIN.test(domain) ? domainToASCII(domain) : '';
  if (!HOST_NAME.test(host)) return undefined;
  const email = `${local}@${host}`;
  return Buffer.byteLength(email) <= MAX_BYTES ? email : undefined;
}

/** The stored form of an address: a 32-byte digest, and the id of the key that produced it. */
export interface EmailDigest {
  readonly keyId: string;
  readonly digest: Buffer;
}

/** The digests of one address: under the current key first, then under each older key. */
export type EmailDigests = readonly [current: EmailDigest, ...older: EmailDigest[]];

/**
 * Hashes an address with HMAC-SHA-256 under every live key. The workspace id is part of the message, so one address has
 * unrelated digests in two workspaces.
 *
 * @param email as returned by `normaliseEmail`
 */
export function digestEmail(keys: HmacKeys, workspaceId: number, email: string): EmailDigests {
  const [current, ...older] = keys;
  const digestUnder = ({ id, key }: HmacKey): EmailDigest => ({
    keyId: id,
    // Through a string: node:crypto allocates each digest outside the Buffer pool, which costs a bulk call 1,000 allocations.
    digest: Buffer.from(
      createHmac('sha256', key).update(`${workspaceId}\0${email}`).digest('binary'),
      'latin1',
    ),
  });
  return [digestUnder(current), ...older.map(digestUnder)];
}

/** A digest as the key of a Map. */
export function digestKey(digest: Buffer): string {
  return digest.toString('latin1');
}
