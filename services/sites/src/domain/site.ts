import type { DetectionResult } from './detection/detection';

/** How far the look at a site's home page has come, and what it found at `checkedAt`. */
export type Detection = { readonly status: 'pending' } | (DetectionResult & { readonly checkedAt: number });

/** A site as it is stored. Times are Unix milliseconds. */
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
  readonly createdAt: number;
  /** Set while the site is in the bin. */
  readonly bin?: { readonly deletedAt: number; readonly purgeAt: number };
  /** Set once detection was asked for. */
  readonly detection?: Detection;
}

/** What a customer decides of a new site, checked. */
export interface NewSite {
  readonly domain: string;
  readonly name: string;
  readonly timezone: string;
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly detect: boolean;
}

/** What a customer may change of a site, checked. What is absent stays. */
export type SiteChanges = Partial<Pick<NewSite, 'name' | 'timezone' | 'categories' | 'tags'>>;
