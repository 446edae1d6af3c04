import { compareBytes } from '@headwater/kit/compare-bytes';
import { groupBy } from '@headwater/kit/group-by';
import { QUERY_LIMITS } from '@headwater/protos/limits';
import { NONE } from '@headwater/protos/vocabulary';
import type { RunStatement } from '../clickhouse/run';
import type { Dimension } from '../query/dimensions';
import type { VisitPlan } from '../query/plan';
import type { EventSegmentCounts, EventSegmentKeys } from '../rollups/event-counts';
import { NO_SESSIONS } from '../rollups/conflicts';
import type { EventRestRow } from '../rollups/event-rest';
import { WITHOUT_COLUMNS } from '../rollups/sources-sql';
import type { Rollup } from '../rollups/with-rollups';
import { batchesOf } from './stats-comparison';
import type { EventKeyRow, EventPlan, EventRows } from './event-statements';

/** An event name with its counts and property keys. */
export interface EventNameRow {
  readonly name: string;
  readonly events: number;
  readonly visitors: number;
  readonly properties: readonly string[];
}

/** The plan of the roll-ups of an event; undefined if they lack its counts: with filters, or by a column of pageviews. */
export function rollupPlanOf(plan: EventPlan): VisitPlan | undefined {
  const { columnFilters, propertyFilters, name, dimension } = plan;
  const isFiltered = columnFilters.length + propertyFilters.length > 0;
  if (isFiltered || (dimension?.kind === 'column' && WITHOUT_COLUMNS.includes(name))) return undefined;
  const { scope, window, grain, buckets, limit } = plan;
  return { scope, window, grain, buckets, dimension, limit, rowFilters: [], sessionFilters: [] };
}

/** The rows of a plan from roll-ups and from the events that they do not contain; undefined if these must be read instead. */
export async function countEvents(
  run: RunStatement,
  rollup: Rollup,
  { name, dimension, rated, limit, keys: listed }: EventPlan,
): Promise<EventRows | undefined> {
  if (!rollup.canCountEvents) return undefined;
  const { plan: sources, eventSegments, readEventRest, onRawSessions } = rollup;
  // Events count by their own time: it does not matter where their session continues.
  onRawSessions(NO_SESSIONS);
  const [totals, stored, rest] = await Promise.all([
    eventSegments.totals(run, sources, name),
    dimension && eventSegments.keys(run, sources, { name, dimension }),
    readEventRest.ofName(run, sources, { name, dimension }),
  ]);
  if (!rest || (dimension && !stored)) return undefined;
  const ofBuckets = groupBy(rest, ({ bucket }) => bucket);
  const buckets = [...new Set([...totals.buckets.keys(), ...ofBuckets.keys()])];
  const rows = {
    series: buckets.map((bucket) => ({
      bucket,
      ...merged(totals.buckets.get(bucket), ofBuckets.get(bucket)),
    })),
    uniqueVisitors: merged(totals, rest).visitors,
    pageviews: totals.pageviews + sumOf(rest, 'pageviews'),
  };
  if (!dimension || !stored) return { ...rows, breakdown: [] };
  const { keys, allEvents, restOf } = topKeys(stored, rest, { dimension, limit, listed });
  // Sorted: another order of rows reads the same counts.
  const batches = batchesOf([{ dimension, keys: keys.toSorted() }]).flat();
  const counted = await Promise.all(
    batches.map((batch) =>
      eventSegments.countsOfKeys(run, sources, { name, dimension, keys: batch.keys ?? [] }),
    ),
  );
  const counts = new Map(counted.flatMap((each) => [...each]));
  const breakdown = keys.map((key): EventKeyRow => {
    const pageviews = (counts.get(key)?.pageviews ?? 0) + sumOf(restOf.get(key), 'pageviews');
    return {
      ...{ key, ...merged(counts.get(key), restOf.get(key)), all_events: allEvents },
      ...(rated ? { pageviews } : {}),
    };
  });
  return { ...rows, breakdown };
}

/** The keys of the rows of a breakdown, in their order. */
function topKeys(
  stored: EventSegmentKeys,
  rest: readonly EventRestRow[],
  {
    dimension,
    limit,
    listed,
  }: Pick<EventPlan, 'limit'> & { dimension: Dimension; listed: EventPlan['keys'] },
) {
  const isPresent = (key: string) => dimension.kind !== 'property' || (key !== '' && key !== NONE);
  const counted = rest.filter(({ key, events }) => events > 0 && isPresent(key));
  const restOf = groupBy(
    rest.filter(({ key }) => isPresent(key)),
    ({ key }) => key,
  );
  const changed = groupBy(counted, ({ key }) => key);
  const candidates = [...changed].map(
    ([key, rows]) => [key, (stored.events.get(key) ?? 0) + sumOf(rows, 'events')] as const,
  );
  // Of the other keys, the stored order is also that of their rows.
  let others = 0;
  for (const [key, events] of stored.events) {
    if (others === limit) break;
    if (changed.has(key)) continue;
    candidates.push([key, events]);
    others += 1;
  }
  const ordered = candidates.sort(([a, x], [b, y]) => y - x || compareBytes(a, b)).slice(0, limit);
  return {
    keys: listed ?? ordered.map(([key]) => key),
    allEvents: stored.allEvents + sumOf(counted, 'events'),
    restOf,
  };
}

/** The names of all events of a plan; undefined if the events must be read instead. */
export async function listEventNames(
  run: RunStatement,
  rollup: Rollup,
): Promise<readonly EventNameRow[] | undefined> {
  if (!rollup.canCountEvents) return undefined;
  const { plan, eventSegments, readEventRest, onRawSessions } = rollup;
  onRawSessions(NO_SESSIONS);
  const [stored, rest] = await Promise.all([eventSegments.names(run, plan), readEventRest.names(run, plan)]);
  if (!stored || !rest) return undefined;
  const ofNames = groupBy(rest, ({ name }) => name);
  return [...new Set([...stored.keys(), ...ofNames.keys()])]
    .map((name) => {
      const restOfName = ofNames.get(name) ?? [];
      const properties = new Set([
        ...(stored.get(name)?.properties ?? []),
        ...restOfName.flatMap((row) => row.properties),
      ]);
      return {
        name,
        ...merged(stored.get(name), restOfName),
        properties: [...properties].sort(compareBytes).slice(0, QUERY_LIMITS.maxPropertyKeys),
      };
    })
    .sort((a, b) => b.events - a.events || compareBytes(a.name, b.name))
    .slice(0, plan.limit);
}

/** The events and distinct visitors of stored counts and other rows together. */
function merged(
  stored: EventSegmentCounts | undefined,
  rest: readonly Pick<EventRestRow, 'visitor' | 'events'>[] = [],
): { readonly events: number; readonly visitors: number } {
  const added = rest.filter(
    ({ visitor, events }) => events > 0 && !(typeof visitor === 'number' && stored?.visitors.has(visitor)),
  );
  return {
    events: (stored?.events ?? 0) + sumOf(rest, 'events'),
    visitors: (stored?.visitors.size ?? 0) + new Set(added.map(({ visitor }) => visitor)).size,
  };
}

function sumOf<K extends string>(rows: readonly Readonly<Record<K, number>>[] = [], metric: K): number {
  return rows.reduce((sum, row) => sum + row[metric], 0);
}
