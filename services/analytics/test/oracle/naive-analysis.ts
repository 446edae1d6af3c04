import type { EventRow } from '@headwater/eventstore/event-columns';
import { naiveBuckets } from './naive-buckets';
import { once, passes, rate, valueOf, visitors, windowOf } from './naive-events';
import { windowBefore } from './naive-stats';
import type { OracleContext, OracleQuery } from './oracle-query';

/** The expected response of QueryEvent, computed with loops over all events. Shares no code with the service. */
export function naiveAnalysis(
  events: readonly EventRow[],
  question: OracleQuery & { readonly compare?: string },
  { workspaceId, nowMs }: OracleContext,
): object {
  const { timezone, name, dimension, compare, limit = 100, grain = 'day' } = question;
  const window = windowOf(question, nowMs);
  const buckets = naiveBuckets(window.from, window.to, timezone, grain);
  const { totals, found, rows } = analysisOf(events, question, { workspaceId, window });
  const earlier = compare === undefined ? undefined : windowBefore(window, compare);
  const before = earlier && analysisOf(events, question, { workspaceId, window: earlier });
  const hidden = rows.slice(limit).reduce((total, row) => total + row.events, 0);
  return {
    ...window,
    timezone,
    grain,
    name,
    ...totals,
    ...('eventRate' in totals ? {} : { note: expect.any(String) as string }),
    series: buckets.keys.map((bucket) => {
      const inBucket = found.filter((event) => buckets.keyOf(Date.parse(event.ts)) === bucket);
      return { bucket, events: inBucket.length, visitors: visitors(inBucket) };
    }),
    ...(dimension === undefined ? {} : { dimension }),
    breakdown: rows
      .slice(0, limit)
      .map((row) => (before ? { ...row, comparison: before.countsOf(row.key) } : row)),
    ...(hidden > 0 ? { other: hidden } : {}),
    ...(before ? { comparison: { ...earlier, ...before.totals } } : {}),
  };
}

/** Totals and rows of a window, and the counts of any key. */
function analysisOf(
  events: readonly EventRow[],
  { siteId, timezone, name, dimension, filters }: OracleQuery,
  { workspaceId, window }: { workspaceId: number; window: { from: string; to: string } },
) {
  const { keyOf: dayOf } = naiveBuckets(window.from, window.to, timezone, 'day');
  const ofSite = once(events).filter(
    (event) =>
      event.workspace_id === workspaceId &&
      event.site_id === siteId &&
      dayOf(Date.parse(event.ts)) !== undefined,
  );
  const isProperty = (key: string): boolean => key.startsWith('props.');
  const byColumns = ofSite.filter((event) =>
    passes(
      event,
      filters.filter(({ key }) => !isProperty(key)),
    ),
  );
  const pageviews = byColumns.filter((event) => event.name === 'pageview');
  const found = byColumns.filter((event) => event.name === name && passes(event, filters));
  const byProperty = filters.some(({ key }) => isProperty(key)) || isProperty(dimension ?? '');
  const rateOf = (count: number, views: number) =>
    byProperty || views === 0 ? {} : { eventRate: rate(count, views) };
  const keyOf = (event: EventRow): string => valueOf(event, dimension ?? '') || '(none)';
  const countsOf = (key: string): Counts => {
    const ofKey = found.filter((event) => keyOf(event) === key);
    const views = pageviews.filter((event) => keyOf(event) === key).length;
    return {
      events: ofKey.length,
      visitors: visitors(ofKey),
      ...(byProperty ? {} : { pageviews: views }),
      ...rateOf(ofKey.length, views),
    };
  };
  const keys = dimension === undefined ? [] : [...new Set(found.map(keyOf))];
  return {
    found,
    countsOf,
    totals: {
      events: found.length,
      uniqueVisitors: visitors(found),
      pageviews: pageviews.length,
      ...rateOf(found.length, pageviews.length),
    },
    rows: keys
      .filter((key) => !(isProperty(dimension ?? '') && key === '(none)'))
      .map((key) => ({ key, ...countsOf(key) }))
      .sort((a, b) => b.events - a.events || Buffer.compare(Buffer.from(a.key), Buffer.from(b.key))),
  };
}

interface Counts {
  readonly events: number;
  readonly visitors: number;
  readonly pageviews?: number;
  readonly eventRate?: number;
}
