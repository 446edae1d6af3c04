import { createHash, timingSafeEqual } from 'node:crypto';
import { SITE_LIMITS } from '@headwater/protos/limits';
import type { DetectionResult } from './detection/findings';
import type { Retention } from './retention';

/** State of a site's detection, with its result and the time of the check (Unix milliseconds). */
export type Detection = { readonly status: 'pending' } | (DetectionResult & { readonly checkedAt: number });

/** A stored site. Times are Unix milliseconds. */
export interface Site {
  readonly id: number;
  readonly workspaceId: number;
  /** From `checkDomain`. */
  readonly domain: string;
  readonly name: string;
  readonly timezone: string;
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly siteKey: string;
  readonly installed: boolean;
  /** Whether its events are scrubbed. */
  readonly scrub: boolean;
  /** Whether click ids of ad platforms are stored. */
  readonly clickIds: boolean;
  /** From `checkExcludedPaths`. */
  readonly excludedPaths: readonly string[];
  /** From `checkExcludedAddresses`. */
  readonly excludedAddresses: readonly string[];
  readonly createdAt: number;
  readonly retention: Retention;
  /** Set while the site is deleted and can be restored. */
  readonly deletion?: Deletion;
  /** Set once a detection was requested. */
  readonly detection?: Detection;
}

/** When a site was deleted, and when it is due for its purge. Unix milliseconds. */
export interface Deletion {
  readonly deletedAt: number;
  readonly purgeAt: number;
}

/** Checked settings of a new site. */
export interface NewSite {
  readonly domain: string;
  readonly name: string;
  readonly timezone: string;
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly detect: boolean;
  /** Null: all days. */
  readonly retentionDays: number | null;
}

/** Checked changes to a site. Absent fields stay. */
export type SiteChanges = Partial<Pick<NewSite, 'timezone' | 'categories' | 'tags' | 'retentionDays'>> & {
  /** Null resets the name to the domain. */
  readonly name?: string | null;
  readonly scrub?: boolean;
  readonly clickIds?: boolean;
  readonly excludedPaths?: readonly string[];
  readonly excludedAddresses?: readonly string[];
};

/** How long a deleted site can be restored, in days of 24 hours, independent of any time zone. */
export const RESTORE_WINDOW_MS = SITE_LIMITS.restoreDays * 24 * 60 * 60 * 1_000;

/** True for a possible site id: positive, and exact in a JavaScript number (a proto int64 may exceed it). */
export function isSiteId(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}

/** Random bytes of a site key: 18 bytes give 24 characters. */
export const SITE_KEY_BYTES = 18;

/** A site key from random bytes: URL-safe, so it needs no escaping in HTML attributes and URLs. */
export function siteKeyFrom(random: Buffer): string {
  return random.toString('base64url');
}

/** Compares in constant time. Hashes both, because the comparison needs equal lengths. */
export function isSameSiteKey(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
