import type { EventRow } from '@headwater/eventstore/event-columns';
import type { DroppedEventRow } from '@headwater/eventstore/insert-dropped-events';
import { naiveBuckets } from './naive-buckets';
import { once, windowOf } from './naive-events';
import type { OracleContext, OracleQuery } from './oracle-query';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const QUARTER_MS = 15 * 60_000;

/** Received events with their repeats, and dropped events. */
export interface Arrived {
  readonly events: readonly EventRow[];
  readonly drops: readonly DroppedEventRow[];
}

/** The expected response of GetTrafficQuality: a repeated import is no duplicate. */
export function naiveTraffic(
  arrived: Arrived,
  question: OracleQuery,
  { workspaceId, nowMs }: OracleContext,
): object {
  const window = windowOf(question, nowMs);
  const { keyOf } = naiveBuckets(window.from, window.to, question.timezone, 'day');
  const within = (at: string): boolean => keyOf(Date.parse(at)) !== undefined;
  const { events, drops } = ofSite(arrived, { workspaceId, siteId: question.siteId });
  const found = events.filter(({ ts }) => within(ts));
  const sent = found.filter(({ origin }) => origin !== 'import');
  return {
    ...window,
    timezone: question.timezone,
    accepted: once(found).length,
    duplicates: sent.length - once(sent).length,
    dropped: dropCounts(drops.filter(({ dropped_at }) => within(dropped_at))),
  };
}

/** The expected recent drops of GetSiteActivity. */
export function naiveRecentDrops(
  arrived: Arrived,
  siteId: number,
  { workspaceId, nowMs }: OracleContext,
): object[] {
  const { drops } = ofSite(arrived, { workspaceId, siteId });
  const quarterOf = (at: string): number => Math.floor(Date.parse(at) / QUARTER_MS) * QUARTER_MS;
  return dropCounts(drops.filter(({ dropped_at }) => quarterOf(dropped_at) > nowMs - DAY_MS));
}

/** The expected response of GetReceipt before ClickHouse has merged copies of an event. */
export function naiveReceipt(
  arrived: Arrived,
  { siteId, eventId }: { readonly siteId: number; readonly eventId: string },
  { workspaceId, nowMs }: OracleContext,
): object {
  const { events, drops } = ofSite(arrived, { workspaceId, siteId });
  const lately = (at: string): boolean => Date.parse(at) >= nowMs - WEEK_MS;
  const copies = events.filter(({ event_id, received_at }) => event_id === eventId && lately(received_at));
  if (copies.length > 0) {
    const repeated = copies.length > 1 && copies.every(({ origin }) => origin !== 'import');
    const receivedAtMs = Math.min(...copies.map(({ received_at }) => Date.parse(received_at)));
    return { status: repeated ? 'duplicate' : 'stored', receivedAtMs };
  }
  const drop = drops.find(({ event_id, dropped_at }) => event_id === eventId && lately(dropped_at));
  if (!drop) return { status: 'unknown' };
  const { reason, bot_reason: botReason } = drop;
  const receivedAtMs = Date.parse(drop.dropped_at);
  return { status: 'dropped', receivedAtMs, reason, ...(botReason === '' ? {} : { botReason }) };
}

/** Moves the events of some visitors to one quarter of an hour on each of three days, where repeats and imports mix. */
export function crowded<D extends Arrived & { readonly date: string }>(dataset: D): D {
  const crowd = (text: string): string => {
    const at = Math.abs(Date.parse(text));
    return new Date(Date.parse(dataset.date) + ((at % 3) - 1) * DAY_MS + (at % QUARTER_MS)).toISOString();
  };
  const events = dataset.events.map((event) =>
    /[02468]$/.test(event.visitor_id) ? { ...event, ts: crowd(event.ts) } : event,
  );
  return { ...dataset, events };
}

/** Moves all drops to the 26 hours before `nowMs`. */
export function droppedLately<D extends Arrived & { readonly nowMs: number }>(dataset: D): D {
  const drops = dataset.drops.map((drop) => {
    const ago = Math.abs(Date.parse(drop.dropped_at)) % (104 * QUARTER_MS);
    return { ...drop, dropped_at: new Date(dataset.nowMs - ago).toISOString() };
  });
  return { ...dataset, drops };
}

/**
 * Moves all arrivals to the nine days before the current time, half an hour off full hours. Moves all events to the days that
 * a receipt searches. ClickHouse clears arrival times by its own clock.
 */
export function arrivedLately<D extends Arrived & { readonly nowMs: number }>(dataset: D): D {
  const nowMs = Date.now();
  const at = (text: string, n: number): string => {
    const hours = (Math.abs(Math.floor(Date.parse(text) / 3_600_000)) + n * 17) % (9 * 24);
    return new Date(nowMs - (hours + 0.5) * 3_600_000).toISOString();
  };
  const happened = (text: string): string =>
    new Date(nowMs - (Math.abs(Date.parse(text)) % (36 * DAY_MS))).toISOString();
  return {
    ...dataset,
    nowMs,
    events: dataset.events.map((event, n) => ({
      ...event,
      ts: happened(event.ts),
      received_at: at(event.ts, n),
    })),
    drops: dataset.drops.map((drop, n) => ({ ...drop, dropped_at: at(drop.dropped_at, n) })),
  };
}

function ofSite({ events, drops }: Arrived, site: { workspaceId: number; siteId: number }): Arrived {
  const of = (row: EventRow | DroppedEventRow): boolean =>
    row.workspace_id === site.workspaceId && row.site_id === site.siteId;
  return { events: events.filter(of), drops: drops.filter(of) };
}

/** By events descending, then by reason. */
function dropCounts(drops: readonly DroppedEventRow[]): object[] {
  const nameOf = ({ reason, bot_reason }: DroppedEventRow): string => `${reason} ${bot_reason}`;
  return [...new Set(drops.map(nameOf))]
    .sort()
    .map((name) => {
      const [reason, botReason] = name.split(' ');
      return { reason, botReason, events: drops.filter((drop) => nameOf(drop) === name).length };
    })
    .sort((a, b) => b.events - a.events);
}
