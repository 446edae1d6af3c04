import {
  byDimension,
  compareBytes,
  countVisitors,
  groupBy,
  percentage,
  type StoredDay,
  type StoredEvent,
} from './stored-day';

const MAX_PROPERTIES = 500;

/** Visitors, sessions and pageviews of the day: totals, hours, and a breakdown by a dimension. */
export function expectedStats(day: StoredDay, dimension: string | undefined, limit: number): object {
  const { events, sessions } = day;
  const hours = groupBy(events, day.hourOf);
  const durationMs = [...sessions.values()].reduce((sum, session) => sum + session.durationMs, 0);
  const counts = countsOf(events);
  return {
    ...windowOf(day),
    totals: {
      ...counts,
      ...(sessions.size === 0
        ? {}
        : {
            bounceRate: bounceRate(day, events),
            visitDuration: Math.round(durationMs / sessions.size / 1_000),
            viewsPerVisit: percentage(counts.pageviews, sessions.size * 100),
          }),
    },
    series: day.hours.map((bucket) => ({ bucket, ...countsOf(hours.get(bucket) ?? []) })),
    breakdown:
      dimension === undefined
        ? []
        : [...byDimension(day, events, dimension)]
            .map(([key, own]) => ({ key, ...countsOf(own), bounceRate: bounceRate(day, own) }))
            .sort((a, b) => b.visitors - a.visitors || compareBytes(a.key, b.key))
            .slice(0, limit),
  };
}

function countsOf(events: readonly StoredEvent[]) {
  return {
    visitors: countVisitors(events),
    sessions: new Set(events.map(({ sessionId }) => sessionId)).size,
    pageviews: events.filter(({ name }) => name === 'pageview').length,
  };
}

/** Of the sessions with at least one of the events. */
function bounceRate(day: StoredDay, events: readonly StoredEvent[]): number {
  const ids = [...new Set(events.map(({ sessionId }) => sessionId))];
  return percentage(ids.filter((id) => day.sessions.get(id)?.bounced).length, ids.length);
}

/** The event names of the day with their numbers and property keys. */
export function expectedEventList(day: StoredDay, limit: number) {
  const { from, to, timezone } = windowOf(day);
  const events = [...groupBy(day.events, ({ name }) => name)]
    .map(([name, own]) => ({
      name,
      events: own.length,
      visitors: countVisitors(own),
      properties: [...new Set(own.flatMap(({ props }) => Object.keys(props)))]
        .sort(compareBytes)
        .slice(0, MAX_PROPERTIES),
    }))
    .sort((a, b) => b.events - a.events || compareBytes(a.name, b.name));
  return { from, to, timezone, events: events.slice(0, limit) };
}

/** One event of the day: totals, hours, and a breakdown by a dimension. */
export function expectedEvent(
  day: StoredDay,
  { name, dimension }: { readonly name: string; readonly dimension: string | undefined },
  limit: number,
): object {
  const found = day.events.filter((event) => event.name === name);
  const pageviews = day.events.filter((event) => event.name === 'pageview');
  const hours = groupBy(found, day.hourOf);
  const isRated = !dimension?.startsWith('props.');
  const views = isRated && dimension !== undefined ? byDimension(day, pageviews, dimension) : undefined;
  const rows = dimension === undefined ? [] : [...byDimension(day, found, dimension)];
  const breakdown = rows
    .map(([key, own]) => {
      const viewed = views?.get(key)?.length ?? 0;
      return {
        ...{ key, events: own.length, visitors: countVisitors(own) },
        ...(views ? { pageviews: viewed } : {}),
        ...(viewed > 0 ? { eventRate: percentage(own.length, viewed) } : {}),
      };
    })
    .sort((a, b) => b.events - a.events || compareBytes(a.key, b.key));
  const hidden = breakdown.slice(limit).reduce((sum, { events }) => sum + events, 0);
  return {
    ...windowOf(day),
    name,
    events: found.length,
    uniqueVisitors: countVisitors(found),
    pageviews: pageviews.length,
    ...(isRated && pageviews.length > 0 ? { eventRate: percentage(found.length, pageviews.length) } : {}),
    series: day.hours.map((bucket) => {
      const own = hours.get(bucket) ?? [];
      return { bucket, events: own.length, visitors: countVisitors(own) };
    }),
    breakdown: breakdown.slice(0, limit),
    ...(hidden > 0 ? { other: hidden } : {}),
  };
}

/** The first fields of every result. */
export function windowOf({ date, timezone }: StoredDay) {
  return { from: date, to: date, timezone, grain: 'hour' };
}
