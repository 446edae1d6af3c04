import { domainToASCII } from 'node:url';

/** Far above any address; keeps the work on a hostile one small. */
const MAX_RAW_LENGTH = 1_000;
/** RFC 5321 section 4.5.3.1.1, in bytes. */
const MAX_LOCAL_BYTES = 64;
/** RFC 5321 section 4.5.3.1.3 (a path of 256 bytes less its angle brackets), in bytes. */
const MAX_BYTES = 254;

/** What a browser's `<input type=email>` accepts before the @ (WHATWG HTML), and letters beyond ASCII (RFC 6531). */
const LOCAL = /^(?:[a-z0-9.!#$%&'*+/=?^_`{|}~-]|[^\p{ASCII}\p{C}\p{Z}])+$/u;
/** What most addresses are once in lower case: already as they are hashed, unless the domain is punycode. */
const PLAIN =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Nothing that the URL standard's host parser would read as more than a name: no `%41`, no `0x7f.1`. */
const RAW_DOMAIN = /^(?:[a-z0-9.-]|[^\p{ASCII}\p{C}\p{Z}])+$/u;
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The one spelling of an address that is hashed: trimmed, NFC, lower-case, its domain in punycode. Idempotent.
 *
 * @returns undefined when it is not an address that a sign-up form would take: two @, a quoted local part, a domain
 * without a dot, an IP address.
 */
export function normaliseEmail(raw: string): string | undefined {
  if (raw.length > MAX_RAW_LENGTH) return undefined;
  const lower = raw.trim().toLowerCase();
  if (lower.length <= MAX_BYTES && PLAIN.test(lower) && !lower.includes('xn--')) return lower;
  // NFC once more: lower-casing may leave letters that compose.
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
