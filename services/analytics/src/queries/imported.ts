import { bucketsOf } from '@headwater/kit/calendar/buckets';
import { formatCalendarDate } from '@headwater/kit/calendar/calendar-date';
import type { Handlers } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { NONE } from '@headwater/protos/vocabulary';
import { runQuery, type RunStatement } from '../clickhouse/run';
import type { Dependencies } from '../dependencies';
import { Bindings, type Statement } from '../query/bindings';
import { VISIT_KEYS } from '../query/dimensions';
import { planQuery, type Plan, type QueryContext } from '../query/plan';
import { invalid, requestError } from '../query/problem';
import { readQuery, type Query } from '../query/read-query';
import { percent } from '../query/shape';

interface ImportedCounts {
  readonly visitors: number;
  readonly visits: number;
  readonly pageviews: number;
  readonly bounces: number;
  readonly seconds: number;
  readonly events: number;
}

/** The totals of one day. Visitors are those of that day. `day`: `YYYY-MM-DD`. */
type DayRow = ImportedCounts & { readonly day: string };
type KeyRow = ImportedCounts & { readonly key: string };

/** A row of a report: of a day for the totals, otherwise of a key. */
type ReportRow = DayRow & KeyRow & { readonly report: string };

/** The rows that ClickHouse returned for a plan. */
interface ImportedRows {
  readonly days: readonly DayRow[];
  readonly breakdown: readonly KeyRow[];
  readonly events: readonly KeyRow[];
}

/** Names of reports in `imported_days` that are no dimension. Every other report has the name of its dimension. */
const EVENTS_REPORT = 'event';
const TOTALS_REPORT = '';
const KEY_COLUMN = 'imported_days.key';
/** Dimensions that are stored in the `detail` column of another dimension's report. */
const DETAIL_DIMENSIONS: Readonly<Record<string, { readonly report: string; readonly key: string }>> = {
  // The details of a country's row: country, region, city.
  region: { report: 'country', key: 'JSONExtractString(detail, 2)' },
};
const COUNTS_SQL =
  'sum(visitors) AS visitors, sum(visits) AS visits, sum(pageviews) AS pageviews, sum(bounces) AS bounces, ' +
  'sum(visit_seconds) AS seconds, sum(events) AS events';

/** Daily counts imported from other products: totals, series, breakdown and events. */
export function createQueryImported(
  dependencies: Dependencies,
): Handlers<AnalyticsDefinition>['QueryImported'] {
  return async ({ question }, call) => {
    const context = { workspaceId: call.workspaceId(), nowMs: dependencies.clock.now() };
    const plan = planImported(readQuery(question, VISIT_KEYS), context);
    const rows = await runQuery(dependencies, { name: 'queryImported', signal: call.signal }, (run) =>
      queryImported(run, plan),
    );
    return shapeImported(plan, rows);
  };
}

/** @throws AppError `invalid_request` when the query has filters: imported rows are sums and can't be filtered. */
export function planImported(query: Query, context: QueryContext): Plan {
  if (query.filters.length > 0) throw requestError([invalid('include', 'cannot be combined with filters')]);
  return planQuery(query, context);
}

async function queryImported(run: RunStatement, plan: Plan): Promise<ImportedRows> {
  // The report takes ClickHouse four times as long to plan, and few sites have imported rows.
  const { data: found } = await run<object>(compileHasImported(plan));
  if (found.length === 0) return { days: [], breakdown: [], events: [] };
  const { data } = await run<ReportRow>(compileImported(plan));
  const ofReport = (name: string | undefined): ReportRow[] => data.filter(({ report }) => report === name);
  return {
    days: ofReport(TOTALS_REPORT),
    breakdown: ofReport(plan.dimension && reportOf(plan.dimension.key).report).slice(0, plan.limit),
    events: ofReport(EVENTS_REPORT).slice(0, plan.limit),
  };
}

const reportOf = (dimension: string) =>
  DETAIL_DIMENSIONS[dimension] ?? { report: dimension, key: KEY_COLUMN };

/** A row if the site has imported rows. */
function compileHasImported({ scope: { workspaceId, siteId } }: Plan): Statement {
  return {
    query:
      'SELECT 1 AS found FROM imported_days WHERE workspace_id = {workspace_id:UInt64} AND site_id = {site_id:UInt64} LIMIT 1',
    params: { workspace_id: workspaceId, site_id: siteId },
  };
}

/**
 * The totals of each day of the window by day, the rows of the plan's dimension by visitors descending, and custom events by their count
 * descending, both then by key.
 */
export function compileImported({ scope, window, dimension, limit }: Plan): Statement {
  const bindings = new Bindings();
  const { report, key } = dimension ? reportOf(dimension.key) : { report: EVENTS_REPORT, key: KEY_COLUMN };
  const reports = [...new Set([TOTALS_REPORT, report, EVENTS_REPORT])];
  const isDay = `report = '${TOTALS_REPORT}'`;
  const keyOf = `if(report = '${EVENTS_REPORT}', ${KEY_COLUMN}, ${key})`;
  const days = window.to - window.from + 1;
  const query = [
    `SELECT toString(report) AS report, if(${isDay}, toString(imported_days.day), '') AS day,`,
    `  if(${isDay}, '', if(${keyOf} = '', '${NONE}', ${keyOf})) AS key, ${COUNTS_SQL}`,
    'FROM imported_days FINAL',
    `WHERE workspace_id = ${bindings.bind('workspace_id', 'UInt64', scope.workspaceId)}`,
    `AND site_id = ${bindings.bind('site_id', 'UInt64', scope.siteId)}`,
    `AND imported_days.report IN ${bindings.bind('reports', 'Array(String)', reports)}`,
    `AND imported_days.day >= toDate(${bindings.bind('from', 'String', formatCalendarDate(window.from))})`,
    `AND imported_days.day <= toDate(${bindings.bind('to', 'String', formatCalendarDate(window.to))})`,
    'GROUP BY report, day, key',
    `ORDER BY report, day, if(report = '${EVENTS_REPORT}', events, visitors) DESC, key`,
    `LIMIT ${bindings.bind('limit', 'UInt64', Math.max(days, limit))} BY report`,
  ];
  return { query: query.join('\n'), params: bindings.params };
}

function shapeImported(plan: Plan, { days, breakdown, events }: ImportedRows) {
  const total = (column: keyof ImportedCounts): number => days.reduce((sum, day) => sum + day[column], 0);
  const visits = total('visits');
  const bounceRate = percent(total('bounces'), visits);
  return {
    days: days.length,
    totals: {
      dailyVisitors: total('visitors'),
      sessions: visits,
      pageviews: total('pageviews'),
      ...(bounceRate === undefined
        ? {}
        : { bounceRate, visitDuration: Math.round((total('seconds') * 100) / visits) / 100 }),
    },
    series: plan.grain === 'hour' ? [] : shapeImportedSeries(plan, days),
    breakdown: breakdown.map((row) => ({ key: row.key, ...shapeCounts(row) })),
    events: events.map(({ key, visitors, events: count }) => ({
      name: key,
      events: count,
      dailyVisitors: visitors,
    })),
  };
}

/** The buckets that contain a day with totals, in order. */
function shapeImportedSeries({ window, grain }: Plan, days: readonly DayRow[]) {
  const sums = new Map<string, ReturnType<typeof shapeCounts>>();
  const bucketOfDay = new Map<string, string>();
  for (let date = window.from; date <= window.to; date++) {
    const [bucket] = bucketsOf({ ...window, from: date, to: date }, grain);
    if (bucket) bucketOfDay.set(formatCalendarDate(date), bucket.key);
  }
  for (const day of days) {
    const bucket = bucketOfDay.get(day.day) ?? day.day;
    const sum = sums.get(bucket) ?? { dailyVisitors: 0, sessions: 0, pageviews: 0 };
    const counts = shapeCounts(day);
    sums.set(bucket, {
      dailyVisitors: sum.dailyVisitors + counts.dailyVisitors,
      sessions: sum.sessions + counts.sessions,
      pageviews: sum.pageviews + counts.pageviews,
    });
  }
  return [...sums].map(([bucket, counts]) => ({ bucket, ...counts }));
}

function shapeCounts({ visitors, visits, pageviews }: ImportedCounts) {
  return { dailyVisitors: visitors, sessions: visits, pageviews };
}
