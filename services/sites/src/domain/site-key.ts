import { createHash, timingSafeEqual } from 'node:crypto';

/** Random bytes of a site key: 18 make 24 characters, far beyond guessing. */
export const SITE_KEY_BYTES = 18;

/** A site key from random bytes: url-safe, so that it stands in an HTML attribute or an address as it is. */
export function siteKeyFrom(random: Buffer): string {
  return random.toString('base64url');
}

/** Compares in a time that tells nothing of how much is right. Hashes first, since the comparison needs equal lengths. */
export function isSameSiteKey(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
