import type { EventRow } from '@headwater/eventstore/event-columns';
import { DateTime } from 'luxon';
import { naiveBuckets } from './naive-buckets';
import { once, passes, rate, valueOf, visitors, windowOf } from './naive-events';
import type { OracleContext, OracleQuery } from './oracle-query';

/** A site's events in a window, each with the first and last page of its session. */
export function eventsWithPages(
  events: readonly EventRow[],
  question: OracleQuery,
  { workspaceId, window }: { workspaceId: number; window: { from: string; to: string } },
): VisitEvent[] {
  const { keyOf } = naiveBuckets(window.from, window.to, question.timezone, 'day');
  return visitEvents(events, question, { workspaceId, covers: (atMs) => keyOf(atMs) !== undefined });
}

/** A site's events at the times that `covers` accepts (Unix milliseconds), with the pages of their sessions. */
export function visitEvents(
  events: readonly EventRow[],
  { siteId }: Pick<OracleQuery, 'siteId'>,
  { workspaceId, covers }: { workspaceId: number; covers: (atMs: number) => boolean },
): VisitEvent[] {
  const ofSite = once(events).filter(
    (event) => event.workspace_id === workspaceId && event.site_id === siteId && covers(Date.parse(event.ts)),
  );
  return ofSite.map((event) => {
    const pages = sessionOf(ofSite, event)
      .filter(({ name }) => name === 'pageview')
      .sort(
        (a, b) =>
          a.ts.localeCompare(b.ts) || Buffer.compare(Buffer.from(a.pathname), Buffer.from(b.pathname)),
      );
    return { ...event, entry_page: pages[0]?.pathname ?? '', exit_page: pages.at(-1)?.pathname ?? '' };
  });
}

export interface VisitEvent extends EventRow {
  readonly entry_page: string;
  readonly exit_page: string;
}

/** The window's events and those of an hour before and after it, which decide about bounces. */
function eventsAround(
  events: readonly EventRow[],
  question: OracleQuery,
  { workspaceId, window }: { workspaceId: number; window: { from: string; to: string } },
): VisitEvent[] {
  const { keyOf } = naiveBuckets(window.from, window.to, question.timezone, 'day');
  const covers = (atMs: number) => [-HOUR_MS, 0, HOUR_MS].some((ms) => keyOf(atMs + ms) !== undefined);
  return visitEvents(events, question, { workspaceId, covers });
}

const HOUR_MS = 3_600_000;

function sessionOf<E extends EventRow>(events: readonly E[], { session_id }: EventRow): E[] {
  return events.filter((event) => event.session_id === session_id);
}

/** The expected response of QueryStats, computed with loops. Shares no code with the service. */
export function naiveStats(
  events: readonly EventRow[],
  question: OracleQuery & {
    readonly compare?: string;
    readonly dimensions: readonly string[];
    readonly dimensionsLimit?: number;
  },
  { workspaceId, nowMs }: OracleContext,
): object {
  const { timezone, dimension, dimensions, compare, limit = 100, dimensionsLimit = limit } = question;
  const window = windowOf(question, nowMs);
  const grain = question.grain ?? 'day';
  const buckets = naiveBuckets(window.from, window.to, timezone, grain);
  const all = eventsWithPages(events, question, { workspaceId, window });
  const around = eventsAround(events, question, { workspaceId, window });
  const found = all.filter((event) => passes(event, question.filters));
  const earlier = compare === undefined ? undefined : windowBefore(window, compare);
  const before = earlier && eventsWithPages(events, question, { workspaceId, window: earlier });
  const aroundBefore = earlier && eventsAround(events, question, { workspaceId, window: earlier });
  const foundBefore = before?.filter((event) => passes(event, question.filters));
  const rowsBy = (key: string, max: number) => {
    const rows = breakdown(found, around, key).slice(0, max);
    if (!foundBefore || !aroundBefore) return rows;
    const rowsBefore = breakdown(foundBefore, aroundBefore, key);
    return rows.map((row) => {
      const { key: _, ...comparison } = rowsBefore.find((each) => each.key === row.key) ?? {
        key,
        ...counts([]),
      };
      return { ...row, comparison };
    });
  };
  return {
    ...window,
    timezone,
    grain,
    totals: totals(found, all, around),
    series: buckets.keys.map((bucket) => ({
      bucket,
      ...counts(found.filter((event) => buckets.keyOf(Date.parse(event.ts)) === bucket)),
    })),
    ...(dimension === undefined ? {} : { dimension }),
    breakdown: dimension === undefined ? [] : rowsBy(dimension, limit),
    breakdowns: dimensions.map((key) => ({ dimension: key, rows: rowsBy(key, dimensionsLimit) })),
    ...(before && foundBefore && aroundBefore
      ? { comparison: { ...earlier, totals: totals(foundBefore, before, aroundBefore) } }
      : {}),
  };
}

/** The expected response of ListEvents. */
export function naiveEventList(
  events: readonly EventRow[],
  question: OracleQuery,
  { workspaceId, nowMs }: OracleContext,
): object {
  const window = windowOf(question, nowMs);
  const found = eventsWithPages(events, question, { workspaceId, window }).filter((event) =>
    passes(event, question.filters),
  );
  const rows = [...new Set(found.map(({ name }) => name))].map((name) => {
    const named = found.filter((event) => event.name === name);
    const properties = [...new Set(named.flatMap(({ props }) => Object.keys(props)))].sort();
    return { name, events: named.length, visitors: visitors(named), properties };
  });
  rows.sort((a, b) => b.events - a.events || Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
  return { ...window, timezone: question.timezone, events: rows.slice(0, question.limit ?? 100) };
}

/** The earlier window of a comparison. */
export function windowBefore({ from, to }: { from: string; to: string }, compare: string) {
  const [first, last] = [from, to].map((date) => DateTime.fromISO(date, { zone: 'utc' })) as [
    DateTime,
    DateTime,
  ];
  const back =
    compare === 'previous_year' ? { years: 1 } : { days: Math.round(last.diff(first, 'days').days) + 1 };
  return { from: first.minus(back).toISODate() ?? '', to: last.minus(back).toISODate() ?? '' };
}

export function counts(found: readonly EventRow[]) {
  return {
    visitors: visitors(found),
    sessions: new Set(found.map(({ session_id }) => session_id)).size,
    pageviews: found.filter(({ name }) => name === 'pageview').length,
  };
}

function totals(found: readonly EventRow[], all: readonly EventRow[], around: readonly EventRow[]): object {
  const count = counts(found);
  if (count.sessions === 0) return count;
  const visits = [...new Set(found.map(({ session_id }) => session_id))].map((id) =>
    all.filter(({ session_id }) => session_id === id),
  );
  const spent = visits.reduce((sum, visit) => {
    const times = visit.map(({ ts }) => Date.parse(ts));
    return sum + Math.max(...times) - Math.min(...times);
  }, 0);
  return {
    ...count,
    bounceRate: rate(bouncesOf(found, around), visits.length),
    visitDuration: Math.round(spent / visits.length / 1_000),
    viewsPerVisit: rate(count.pageviews, visits.length * 100),
  };
}

/** The sessions of `found` with at most one event in `around`, not counting engagement. */
function bouncesOf(found: readonly EventRow[], around: readonly EventRow[]): number {
  return [...new Set(found.map(({ session_id }) => session_id))].filter(
    (id) => around.filter(({ session_id, name }) => session_id === id && name !== 'engagement').length <= 1,
  ).length;
}

export function breakdown(found: readonly VisitEvent[], around: readonly VisitEvent[], dimension: string) {
  const keyOf = (event: VisitEvent): string => valueOf(event, dimension) || '(none)';
  const keys = [...new Set(found.map(keyOf))].filter(
    (key) => !(dimension.startsWith('props.') && key === '(none)'),
  );
  const rows = keys.map((key) => {
    const events = found.filter((event) => keyOf(event) === key);
    const count = counts(events);
    return { key, ...count, bounceRate: rate(bouncesOf(events, around), count.sessions) };
  });
  return rows.sort(
    (a, b) => b.visitors - a.visitors || Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)),
  );
}
