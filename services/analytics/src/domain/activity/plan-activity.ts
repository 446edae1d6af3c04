import type { Scope } from '../query/plan';
import { invalid, refusal } from '../query/problem';
import { bucketsOf, type Bucket } from '@headwater/kit/calendar/buckets';
import { resolveWindow } from '@headwater/kit/calendar/window';
import { isTimeZone } from '@headwater/kit/calendar/zone';

/** Sites whose days have the same names and begin and end together, of one time zone or of several. */
export interface ZoneOfSites {
  readonly siteIds: readonly number[];
  readonly days: readonly Bucket[];
  /** Unix milliseconds, half-open. */
  readonly startMs: number;
  readonly endMs: number;
}

/** Everything that the statements and the answer about many sites need, decided. */
export interface ActivityPlan {
  readonly workspaceId: Scope['workspaceId'];
  readonly nowMs: number;
  /** In the order in which they were asked about. */
  readonly siteIds: readonly number[];
  /** At least one. */
  readonly zones: readonly ZoneOfSites[];
}

interface SiteInZone {
  readonly siteId: number;
  readonly timezone: string;
}

/** How many calendar days are looked at, today among them. */
const DAYS = 30;
const MOST_SITES = 500;

/** @throws AppError `invalid_request` */
export function planActivity(
  sites: readonly SiteInZone[],
  asked: { readonly workspaceId: number; readonly nowMs: number },
): ActivityPlan {
  const siteIds = sites.map(({ siteId }) => siteId);
  if (sites.length === 0 || sites.length > MOST_SITES)
    throw refusal([invalid('sites', `must be 1 to ${MOST_SITES}`)]);
  if (!siteIds.every((id) => Number.isSafeInteger(id) && id > 0) || new Set(siteIds).size < siteIds.length)
    throw refusal([invalid('sites', 'must have positive integers for ids, each once')]);
  const zones = [...new Set(sites.map(({ timezone }) => timezone))];
  if (!zones.every(isTimeZone)) throw refusal([invalid('sites', 'must have names of IANA time zones')]);
  return {
    ...asked,
    siteIds,
    zones: alikeTogether(
      zones.map((zone) => {
        const { startMs, endMs, ...window } = resolveWindow({ kind: 'range', days: DAYS }, zone, asked.nowMs);
        return {
          siteIds: sites.filter(({ timezone }) => timezone === zone).map(({ siteId }) => siteId),
          days: bucketsOf({ ...window, startMs, endMs }, 'day'),
          startMs,
          endMs,
        };
      }),
    ),
  };
}

/** Of hundreds of zones some fifty differ within a month, which a statement has room for. */
function alikeTogether(zones: readonly ZoneOfSites[]): ZoneOfSites[] {
  const alike = new Map<string, ZoneOfSites>();
  for (const { siteIds, ...days } of zones) {
    const key = JSON.stringify(days);
    alike.set(key, { ...days, siteIds: [...(alike.get(key)?.siteIds ?? []), ...siteIds] });
  }
  return [...alike.values()];
}
