import { CLICK_ID_LIMITS } from '@headwater/protos/limits';
import { CLICK_ID_PLATFORMS, type AdPlatform, type ClickIdParameter } from '@headwater/protos/vocabulary';

/** A click on an ad. */
export interface Click {
  readonly siteId: number;
  /** Unix milliseconds. */
  readonly atMs: number;
  /** The parameter of the landing page. */
  readonly parameter: string;
  /** The encrypted click id, base64. */
  readonly sealed: string;
}

/** A click with its ad platform. */
export interface PlatformClick extends Click {
  readonly platform: AdPlatform;
}

const PARAMETERS = Object.keys(CLICK_ID_PLATFORMS) as ClickIdParameter[];

/** A conversion counts for clicks of this time before it: they are not stored any longer. */
const LOOKBACK_MS = CLICK_ID_LIMITS.days * 86_400_000;

/**
 * The latest click of each platform up to a payment or signup, by the order of the platforms. A landing page can have several click ids of a
 * platform: the first one in the list of parameters counts.
 *
 * @param clicks of the account's visitors, in any order. Other parameters are ignored: a later release may store more.
 */
export function clicksOfConversion(occurredAtMs: number, clicks: readonly Click[]): PlatformClick[] {
  const latest = new Map<AdPlatform, PlatformClick>();
  for (const parameter of PARAMETERS) {
    const platform = CLICK_ID_PLATFORMS[parameter];
    for (const click of clicks) {
      if (click.parameter !== parameter) continue;
      if (click.atMs > occurredAtMs || click.atMs < occurredAtMs - LOOKBACK_MS) continue;
      const found = latest.get(platform);
      if (!found || click.atMs > found.atMs) latest.set(platform, { ...click, platform });
    }
  }
  return [...latest.values()];
}
