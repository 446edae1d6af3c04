import type { EventRow } from '@headwater/eventstore/event-row';
import { naiveBuckets } from './naive-buckets';
import { once, visitors, windowOf } from './naive-events';
import { lately } from './naive-realtime';

const ONLINE_MS = 5 * 60_000;

interface SiteInZone {
  readonly siteId: number;
  readonly timezone: string;
}

/** Moves what some visitors did to around `nowMs`, and leaves what the others did. */
export function partlyLately<D extends { readonly events: readonly EventRow[]; readonly nowMs: number }>(
  dataset: D,
): D {
  const moved = lately(dataset).events;
  const events = dataset.events.map((event, n) =>
    /[02468]$/.test(event.visitor_id) ? (moved[n] ?? event) : event,
  );
  return { ...dataset, events };
}

const isAround = (at: number, nowMs: number): boolean => at > nowMs - ONLINE_MS && at <= nowMs + ONLINE_MS;

/** When the last of a site's events came, and who is there. */
export function naivePresence(ofSite: readonly EventRow[], nowMs: number) {
  const now = ofSite.filter(({ ts }) => isAround(Date.parse(ts), nowMs));
  const received = ofSite.map((event) => Date.parse(event.received_at));
  return {
    ...(received.length === 0 ? {} : { lastEventAtMs: Math.max(...received) }),
    online: visitors(now),
  };
}

/** What ListSiteActivity should answer. */
export function naiveActivity(
  events: readonly EventRow[],
  sites: readonly SiteInZone[],
  { workspaceId, nowMs }: { readonly workspaceId: number; readonly nowMs: number },
): object {
  return {
    sites: sites.map(({ siteId, timezone }) => {
      const { from, to } = windowOf({ siteId, timezone, name: '', range: '30d', filters: [] }, nowMs);
      const { keys, keyOf } = naiveBuckets(from, to, timezone, 'day');
      const ofSite = events.filter((event) => event.workspace_id === workspaceId && event.site_id === siteId);
      const found = once(ofSite).map((event) => ({ ...event, at: Date.parse(event.ts) }));
      const ofDays = found.filter(({ at }) => keyOf(at) !== undefined);
      return {
        siteId,
        ...naivePresence(ofSite, nowMs),
        // A clock that runs ahead may be past midnight, in a day that is not among them.
        online: naivePresence(ofDays, nowMs).online,
        visitors: visitors(ofDays),
        days: keys.map((day) => ({ day, visitors: visitors(ofDays.filter(({ at }) => keyOf(at) === day)) })),
      };
    }),
  };
}
