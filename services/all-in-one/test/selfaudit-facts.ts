import type { EventRow } from '@headwater/eventstore/event-columns';
import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import type { Client } from '@headwater/kit/rpc/types';
import type { SitesDefinition } from '@headwater/protos/services';
import fc from 'fast-check';

export const WORKSPACE = { workspaceId: 7 };

/** Zones with a change of their clocks on the day. */
export const DAYS = [
  ['UTC', '2026-11-01'],
  ['America/New_York', '2026-11-01'],
  ['Europe/Berlin', '2026-10-25'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Pacific/Chatham', '2026-09-27'],
  ['Africa/Cairo', '2026-10-30'],
  ['Asia/Kathmandu', '2026-10-20'],
] as const;

const TEXTS = ['', 'a', 'ä', '😀', '(none)', "it's"];
/** Random events of three days around a date; few distinct values, so that numbers differ from 0 and 1. */
export function randomEvents(siteId: number, date: string, seed: number): EventRow[] {
  const day = Date.parse(date);
  const arbitrary = fc.record({
    at: fc.integer({ min: -24 * 4, max: 48 * 4 }).map((quarter) => day + quarter * 900_000),
    shift: fc.constantFrom(-1, 0, 0, 0, 1, 60_000, 400_000),
    name: fc.constantFrom('pageview', 'pageview', 'signup', 'engagement', '購入'),
    visitor: fc.integer({ min: 1, max: 9 }),
    visit: fc.integer({ min: 1, max: 3 }),
    pathname: fc.constantFrom('/', '/pricing', '/preis/ü', '/😀', ''),
    channel: fc.constantFrom('Direct', 'Email', 'Organic Search', ''),
    text: fc.constantFrom(...TEXTS),
    props: fc.dictionary(fc.constantFrom('plan', 'a.b', 'constructor'), fc.constantFrom(...TEXTS)),
  });
  return fc.sample(arbitrary, { seed, numRuns: 150 }).map(({ at, shift, visitor, visit, text, ...rest }, n) =>
    sampleEvent({
      ...{ workspace_id: WORKSPACE.workspaceId, site_id: siteId, ...rest },
      event_id: `00000000-0000-4000-8000-${String(siteId * 1_000 + n).padStart(12, '0')}`,
      ts: new Date(at + shift).toISOString(),
      visitor_id: String(siteId * 100 + visitor),
      session_id: String(siteId * 1_000 + visitor * 10 + visit),
      ...{ source: text, referrer: text, utm_campaign: text, country: text === 'a' ? 'DE' : '' },
    }),
  );
}

/** Events of visitors in the two weeks before a date, and before the compared cohorts. */
export function earlierEvents(siteId: number, date: string, seed: number): EventRow[] {
  const visitors = [
    [7, /[135]$/],
    [15, /[34]$/],
    [40, /[12]$/],
  ] as const;
  return visitors.flatMap(([days, ids]) => {
    const earlier = new Date(Date.parse(date) - days * 86_400_000).toISOString().slice(0, 10);
    return randomEvents(siteId, earlier, seed + days).filter(({ visitor_id }) => ids.test(visitor_id));
  });
}

/** A pageview in a session of its own. */
export const visit = (siteId: number, visitor: number, ts: string): EventRow =>
  sampleEvent({
    ...{ workspace_id: WORKSPACE.workspaceId, site_id: siteId, ts },
    ...{ visitor_id: String(visitor), session_id: String(visitor) },
  });

/** Creates goals and funnels with every kind of step and filter. */
export async function createDefinitions(sites: Client<SitesDefinition>, siteId: number): Promise<void> {
  const page = (path: string) => ({ name: path, type: 'page', event: '', path, filters: [] });
  const signup = { name: 'signup', type: 'event', event: 'signup', path: '', filters: [] };
  const filtered = {
    ...signup,
    name: 'filtered',
    filters: [
      { key: 'props.plan', operator: 'is', value: 'a' },
      { key: 'props.plan', operator: 'is', value: '(none)' },
      { key: 'channel', operator: 'is_not', value: 'Direct' },
    ],
  };
  for (const goal of [page('/p*'), page('/'), signup, filtered])
    await sites.CreateGoal({ siteId, goal }, WORKSPACE);
  for (const windowHours of [1, 24])
    await sites.CreateFunnel(
      { siteId, funnel: { name: `f${windowHours}`, steps: [page('/*'), page('/p*'), signup], windowHours } },
      WORKSPACE,
    );
}
