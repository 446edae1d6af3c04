import type { EventRow } from '@headwater/eventstore/event-columns';
import { DateTime } from 'luxon';
import { naiveBuckets } from './naive-buckets';
import { passes, windowOf } from './naive-events';
import { eventsWithPages } from './naive-stats';
import type { OracleContext, OracleQuery } from './oracle-query';

/** The expected response of QueryRetention: follows each visitor from its first event in 731 days. The grain is `week` or `day`. */
export function naiveRetention(
  events: readonly EventRow[],
  question: OracleQuery,
  { workspaceId, nowMs }: OracleContext,
): object {
  const { timezone, filters } = question;
  const grain = question.grain ?? 'week';
  const window = windowOf({ range: grain === 'day' ? '30d' : '84d', ...question }, nowMs);
  const { keys, keyOf } = naiveBuckets(window.from, window.to, timezone, grain);
  const first = DateTime.fromISO(window.to, { zone: 'utc' }).minus({ days: 730 }).toFormat('yyyy-MM-dd');
  const history = { from: first, to: window.to };
  const found = eventsWithPages(events, question, { workspaceId, window: history }).filter((event) =>
    passes(event, filters),
  );
  const visits = [...new Set(found.map(({ visitor_id }) => visitor_id))].map((id) => {
    const times = found.filter(({ visitor_id }) => visitor_id === id).map(({ ts }) => Date.parse(ts));
    return { cohort: keyOf(Math.min(...times)), buckets: new Set(times.map((at) => keyOf(at))) };
  });
  return {
    ...window,
    timezone,
    cohorts: keys.map((bucket, index) => ({
      bucket,
      visitors: keys
        .slice(index)
        .map(
          (later) => visits.filter(({ cohort, buckets }) => cohort === bucket && buckets.has(later)).length,
        ),
    })),
  };
}
