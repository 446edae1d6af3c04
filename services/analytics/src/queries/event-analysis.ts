import type { Handlers } from '@headwater/kit/rpc/types';
import { EVENT_LIMITS, EVENT_NAME } from '@headwater/protos/limits';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import type { Comparison } from '@headwater/protos/vocabulary';
import { runCachedQuery } from '../clickhouse/cache';
import { limitsSince } from '../clickhouse/limits';
import type { RunStatement } from '../clickhouse/run';
import type { Dependencies } from '../dependencies';
import { EVENT_KEYS } from '../query/dimensions';
import { filtersOf, planQuery, type QueryContext } from '../query/plan';
import { invalid } from '../query/problem';
import {
  parseQuery,
  readComparison,
  validQuery,
  type Parsed,
  type Query,
  type RawQuery,
} from '../query/read-query';
import { fillSeries, percent, windowFields } from '../query/shape';
import { comparedPeriod } from '../query/window';
import { withRollups } from '../rollups/with-rollups';
import { readVersionOf } from '../rollups/sums-version';
import { countEvents, rollupPlanOf } from './event-rollups';
import {
  compileAnalysis,
  compilePageviews,
  ROW_KIND,
  type EventKeyRow,
  type EventPlan,
  type EventRows,
  type EventSeriesRow,
} from './event-statements';
import { batchesOf } from './stats-comparison';

/** The parameters of an event analysis as received. */
export interface RawEventQuery extends RawQuery {
  readonly name: string;
}

/** The parsed parameters of an event analysis. */
export interface EventQuery extends Query {
  /** The event's name. */
  readonly name: string;
}

const NOTE_PROPERTY =
  'eventRate is omitted: pageviews have no event properties, so there is nothing to divide by when grouped or filtered by props.<key>.';
const NOTE_NO_PAGEVIEWS = 'eventRate is omitted: this window has no pageviews that match the filters.';

/** The earlier window of a comparison, and its rows for the keys of the current window. */
interface Compared {
  readonly plan: EventPlan;
  readonly rows: EventRows;
}

/** Totals, series and breakdown of one event, all but the series also of an earlier window. */
export function createQueryEvent(dependencies: Dependencies): Handlers<AnalyticsDefinition>['QueryEvent'] {
  return async ({ siteTimezone, ...request }, call) => {
    const { signal } = call;
    const { rollups } = dependencies;
    const context = { workspaceId: call.workspaceId(), nowMs: dependencies.clock.now() };
    const query = validQuery(parseEventQuery(request));
    const comparison = readComparison(request.compare);
    const plan = planEvent(query, context);
    const startedAt = performance.now();
    const runPlan = (planned: EventPlan) =>
      runCachedQuery(
        // Both windows together have the time of one query.
        { ...dependencies, limits: limitsSince(dependencies.limits, startedAt) },
        { name: 'queryFindings', plan: planned, signal, readVersion: readVersionOf(rollups, planned) },
        async (run) => {
          const counted = rollupPlanOf(planned);
          const rows =
            counted &&
            (await withRollups({ run, rollups, signal, siteZone: siteTimezone }, counted, async (rollup) =>
              rollup ? countEvents(run, rollup, planned) : undefined,
            ));
          return rows ?? queryEvent(run, planned);
        },
      );
    const rows = await runPlan(plan);
    if (!comparison) return shapeEvent(plan, rows);
    const earlier = planCompared(plan, { query, comparison, rows });
    return shapeEvent(plan, rows, { plan: earlier, rows: await runPlan(earlier) });
  };
}

export function parseEventQuery(raw: RawEventQuery): Parsed<EventQuery> {
  const parsed = parseQuery(raw, EVENT_KEYS);
  const problems = [
    ...(EVENT_NAME.test(raw.name)
      ? []
      : [
          invalid(
            'name',
            `must have 1 to ${EVENT_LIMITS.maxNameLength} characters and no control characters`,
          ),
        ]),
    ...(parsed.ok ? [] : parsed.problems),
  ];
  return parsed.ok && problems.length === 0
    ? { ok: true, query: { ...parsed.query, name: raw.name } }
    : { ok: false, problems };
}

export function planEvent(query: EventQuery, context: QueryContext): EventPlan {
  const propertyFilters = filtersOf(query, 'property');
  return {
    ...planQuery(query, context),
    name: query.name,
    columnFilters: filtersOf(query, 'column'),
    propertyFilters,
    rated: query.dimension?.kind !== 'property' && propertyFilters.length === 0,
  };
}

/** The plan of the earlier window, for the keys of the current rows. */
function planCompared(
  { dimension, scope, window }: EventPlan,
  { query, comparison, rows }: { query: EventQuery; comparison: Comparison; rows: EventRows },
): EventPlan {
  const period = comparedPeriod(window, comparison);
  return {
    // A period of two dates does not depend on today.
    ...planEvent({ ...query, period }, { workspaceId: scope.workspaceId, nowMs: 0 }),
    // The response has no series of the earlier window.
    buckets: [{ key: '', startMs: 0 }],
    // They are sorted: another order of rows does not change the key of a cached result.
    ...(dimension ? { keys: rows.breakdown.map(({ key }) => key).toSorted() } : {}),
  };
}

/** Runs the statements of a plan: again for further keys that a statement cannot bind together. */
export async function queryEvent(run: RunStatement, plan: EventPlan): Promise<EventRows> {
  const { dimension, keys } = plan;
  if (!dimension || !keys) return queryRows(run, plan);
  const [[first] = [], ...others] = batchesOf([{ dimension, keys }]);
  const rows = await queryRows(run, { ...plan, keys: [], ...first });
  const breakdown = [...rows.breakdown];
  for (const [batch] of others) breakdown.push(...(await queryRows(run, { ...plan, ...batch })).breakdown);
  return { ...rows, breakdown };
}

async function queryRows(run: RunStatement, plan: EventPlan): Promise<EventRows> {
  const [analysis, pageviews] = await Promise.all([
    run<EventSeriesRow & EventKeyRow & { readonly row_kind: number }>(compileAnalysis(plan)),
    plan.rated ? undefined : run<{ pageviews: number }>(compilePageviews(plan)),
  ]);
  const ofKind = (kind: number) => analysis.data.filter((row) => row.row_kind === kind);
  const window = plan.dimension ? ofKind(ROW_KIND.window)[0] : analysis.totals;
  return {
    series: plan.dimension ? ofKind(ROW_KIND.bucket) : analysis.data,
    uniqueVisitors: window?.visitors ?? 0,
    pageviews: (pageviews ? pageviews.data[0]?.pageviews : window?.pageviews) ?? 0,
    breakdown: ofKind(ROW_KIND.key).slice(0, plan.limit),
  };
}

/** Converts the rows to QueryEventResponse: a zero-filled series without gaps, and rates where they are defined. */
export function shapeEvent(plan: EventPlan, rows: EventRows, compared?: Compared) {
  const totals = shapeTotals(plan, rows);
  const comparisonOf = compared && comparisons(compared);
  const other = (rows.breakdown[0]?.all_events ?? 0) - sum(rows.breakdown, 'events');
  return {
    ...windowFields(plan),
    grain: plan.grain,
    name: plan.name,
    ...totals,
    ...('eventRate' in totals ? {} : { note: plan.rated ? NOTE_NO_PAGEVIEWS : NOTE_PROPERTY }),
    series: fillSeries(plan, rows.series).map(({ bucket, row }) => ({
      bucket,
      events: row?.events ?? 0,
      visitors: row?.visitors ?? 0,
    })),
    ...(plan.dimension ? { dimension: plan.dimension.key } : {}),
    breakdown: rows.breakdown.map((row) => ({
      key: row.key,
      ...shapeCounts(row),
      ...(comparisonOf ? { comparison: comparisonOf(row.key) } : {}),
    })),
    ...(other > 0 ? { other } : {}),
    ...(compared
      ? { comparison: { ...windowFields(compared.plan), ...shapeTotals(compared.plan, compared.rows) } }
      : {}),
  };
}

function shapeTotals({ rated }: EventPlan, { series, uniqueVisitors, pageviews }: EventRows) {
  const events = sum(series, 'events');
  const eventRate = rated ? percent(events, pageviews) : undefined;
  return { events, uniqueVisitors, pageviews, ...(eventRate === undefined ? {} : { eventRate }) };
}

/** Returns the counts of a key in the earlier window. */
function comparisons({ plan, rows }: Compared) {
  const byKey = new Map(rows.breakdown.map((row) => [row.key, row]));
  const nothing = { events: 0, visitors: 0, ...(plan.rated ? { pageviews: 0 } : {}) };
  return (key: string) => shapeCounts(byKey.get(key) ?? nothing);
}

function shapeCounts({ events, visitors, pageviews }: Omit<EventKeyRow, 'key' | 'all_events'>) {
  if (pageviews === undefined) return { events, visitors };
  const eventRate = percent(events, pageviews);
  return { events, visitors, pageviews, ...(eventRate === undefined ? {} : { eventRate }) };
}

function sum<K extends string>(rows: readonly Readonly<Record<K, number>>[], metric: K): number {
  return rows.reduce((total, row) => total + row[metric], 0);
}
