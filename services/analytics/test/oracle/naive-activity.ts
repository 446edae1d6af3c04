import type { EventRow } from '@headwater/eventstore/event-columns';
import type { OracleContext } from './oracle-query';
import { naiveBuckets } from './naive-buckets';
import { once, visitors, windowOf } from './naive-events';
import { lately } from './naive-realtime';

const ONLINE_MS = 5 * 60_000;

interface SiteInZone {
  readonly siteId: number;
  readonly timezone: string;
}

/** Moves the events of some visitors to times around `nowMs`. */
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

/** The last arrival of a site, and the number of visitors online. */
export function naivePresence(ofSite: readonly EventRow[], nowMs: number) {
  const now = ofSite.filter(({ ts }) => isAround(Date.parse(ts), nowMs));
  const received = ofSite.map((event) => Date.parse(event.received_at));
  return {
    ...(received.length === 0 ? {} : { lastEventAtMs: Math.max(...received) }),
    online: visitors(now),
  };
}

/** The expected response of ListSiteActivity. */
export function naiveActivity(
  events: readonly EventRow[],
  sites: readonly SiteInZone[],
  { workspaceId, nowMs }: OracleContext,
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
        // A clock that is ahead may be past midnight, on a day outside the window.
        online: naivePresence(ofDays, nowMs).online,
        visitors: visitors(ofDays),
        days: keys.map((day) => ({ day, visitors: visitors(ofDays.filter(({ at }) => keyOf(at) === day)) })),
      };
    }),
  };
}
