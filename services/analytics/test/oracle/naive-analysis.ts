import type { EventRow } from '@headwater/eventstore/event-columns';
import { naiveBuckets } from './naive-buckets';
import { once, passes, rate, valueOf, visitors, windowOf } from './naive-events';
import type { OracleContext, OracleQuery } from './oracle-query';

/** The expected response of QueryEvent, computed with loops over all events. Shares no code with the service. */
export function naiveAnalysis(
  events: readonly EventRow[],
  question: OracleQuery,
  { workspaceId, nowMs }: OracleContext,
): object {
  const { timezone, name, dimension } = question;
  const { from, to } = windowOf(question, nowMs);
  const grain = question.grain ?? 'day';
  const buckets = naiveBuckets(from, to, timezone, grain);
  const bucketOf = (event: EventRow): string | undefined => buckets.keyOf(Date.parse(event.ts));

  const ofSite = once(events).filter(
    (event) =>
      event.workspace_id === workspaceId &&
      event.site_id === question.siteId &&
      bucketOf(event) !== undefined,
  );
  const isProperty = (key: string): boolean => key.startsWith('props.');
  const byColumns = ofSite.filter((event) =>
    passes(
      event,
      question.filters.filter(({ key }) => !isProperty(key)),
    ),
  );
  const pageviews = byColumns.filter((event) => event.name === 'pageview');
  const found = byColumns.filter((event) => event.name === name && passes(event, question.filters));

  const byProperty = question.filters.some(({ key }) => isProperty(key)) || isProperty(dimension ?? '');
  const rows = dimension === undefined ? [] : breakdown(found, dimension, byProperty ? undefined : pageviews);
  const shown = rows.slice(0, question.limit ?? 100);
  const hidden = rows.slice(question.limit ?? 100).reduce((total, row) => total + row.events, 0);
  const rated = !byProperty && pageviews.length > 0;
  return {
    from,
    to,
    timezone,
    grain,
    name,
    events: found.length,
    uniqueVisitors: visitors(found),
    pageviews: pageviews.length,
    ...(rated ? { eventRate: rate(found.length, pageviews.length) } : { note: expect.any(String) as string }),
    series: buckets.keys.map((bucket) => {
      const inBucket = found.filter((event) => bucketOf(event) === bucket);
      return { bucket, events: inBucket.length, visitors: visitors(inBucket) };
    }),
    ...(dimension === undefined ? {} : { dimension }),
    breakdown: shown,
    ...(hidden > 0 ? { other: hidden } : {}),
  };
}

interface Row {
  key: string;
  events: number;
  visitors: number;
  pageviews?: number;
  eventRate?: number;
}

function breakdown(
  found: readonly EventRow[],
  dimension: string,
  pageviews: readonly EventRow[] | undefined,
): Row[] {
  const keyOf = (event: EventRow): string => valueOf(event, dimension) || '(none)';
  const keys = [...new Set(found.map(keyOf))].filter(
    (key) => !(dimension.startsWith('props.') && key === '(none)'),
  );
  const rows = keys.map((key): Row => {
    const events = found.filter((event) => keyOf(event) === key);
    const row = { key, events: events.length, visitors: visitors(events) };
    if (!pageviews) return row;
    const views = pageviews.filter((event) => keyOf(event) === key).length;
    return { ...row, pageviews: views, ...(views > 0 ? { eventRate: rate(events.length, views) } : {}) };
  });
  return rows.sort((a, b) => b.events - a.events || Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
}
