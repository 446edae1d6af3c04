import type { ActivityPlan } from './plan-activity';

/** What ClickHouse found of many sites. */
export interface ActivityFindings {
  readonly days: readonly {
    readonly siteId: number;
    /** Unix second of the day's start; 0: all days. */
    readonly bucket: number;
    readonly visitors: number;
    readonly online: number;
  }[];
  readonly lastEvents: readonly { readonly siteId: number; readonly lastEventAtMs: number }[];
}

/** A site with all its days, those without a visitor too. */
export interface ListedActivity {
  readonly siteId: number;
  readonly lastEventAtMs?: number;
  readonly online: number;
  readonly visitors: number;
  readonly days: { readonly day: string; readonly visitors: number }[];
}

/** An entry for each site that was asked about, in that order. */
export function shapeActivity(plan: ActivityPlan, found: ActivityFindings): ListedActivity[] {
  const lastOf = new Map(found.lastEvents.map(({ siteId, lastEventAtMs }) => [siteId, lastEventAtMs]));
  const rowOf = new Map(found.days.map((row) => [`${row.siteId} ${row.bucket}`, row]));
  const daysOf = new Map(plan.zones.flatMap(({ siteIds, days }) => siteIds.map((id) => [id, days])));
  return plan.siteIds.map((siteId) => {
    const lastEventAtMs = lastOf.get(siteId);
    const all = rowOf.get(`${siteId} 0`);
    return {
      siteId,
      ...(lastEventAtMs === undefined ? {} : { lastEventAtMs }),
      online: all?.online ?? 0,
      visitors: all?.visitors ?? 0,
      days: (daysOf.get(siteId) ?? []).map(({ key, startMs }) => ({
        day: key,
        visitors: rowOf.get(`${siteId} ${startMs / 1_000}`)?.visitors ?? 0,
      })),
    };
  });
}
