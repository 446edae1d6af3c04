import { NONE } from '@headwater/protos/vocabulary';
import { Bindings } from '../query/bindings';
import type { Statement } from '../query/compile';
import { percent } from '../query/percent';
import { planFrame, type Asked, type FramePlan } from '../query/plan';
import { invalid, refusal } from '../query/problem';
import type { Frame } from '../query/question';
import { bucketsOf } from '@headwater/kit/calendar/buckets';
import { formatCalendarDate } from '@headwater/kit/calendar/calendar-date';

/** What a day was counted as. Visitors are those of the one day. */
export interface ImportedDay extends ImportedCounts {
  /** `YYYY-MM-DD`. */
  readonly day: string;
}

export interface ImportedRow extends ImportedCounts {
  readonly key: string;
}

interface ImportedCounts {
  readonly visitors: number;
  readonly visits: number;
  readonly pageviews: number;
  readonly bounces: number;
  readonly seconds: number;
  readonly events: number;
}

export interface ImportedFindings {
  readonly days: readonly ImportedDay[];
  readonly breakdown: readonly ImportedRow[];
  readonly events: readonly ImportedRow[];
}

/** The reports that `imported_days` has; a question by any other dimension has no imported rows. */
const EVENTS = 'event';
const TOTALS = '';
const OWN_KEY = 'imported_days.key';
/** Dimensions that are told by the rows of another one. */
const WITHIN: Readonly<Record<string, { readonly report: string; readonly key: string }>> = {
  // The details of a country's rows: its own name, region, city.
  region: { report: 'country', key: 'JSONExtractString(detail, 2)' },
};
const COUNTS =
  'sum(visitors) AS visitors, sum(visits) AS visits, sum(pageviews) AS pageviews, sum(bounces) AS bounces, ' +
  'sum(visit_seconds) AS seconds, sum(events) AS events';

/** Decides how a valid frame is answered with imported days. @throws AppError when it has filters, which no sum can heed. */
export function planImported(frame: Frame, asked: Asked): FramePlan {
  if (frame.filters.length > 0)
    throw refusal([invalid('include', 'can not be imported together with filters')]);
  return planFrame(frame, asked);
}

/** The days of the window that have totals. */
export function compileImportedDays(plan: FramePlan): Statement {
  const bindings = new Bindings();
  const query = [
    `SELECT toString(day) AS day, ${COUNTS}`,
    ...ofReport(plan, TOTALS, bindings),
    'GROUP BY imported_days.day',
    'ORDER BY day',
  ];
  return { query: query.join('\n'), params: bindings.params };
}

/** The rows of the question's dimension, by visitors downwards, then by key. */
export function compileImportedBreakdown(plan: FramePlan, dimension: string): Statement {
  const { report, key } = WITHIN[dimension] ?? { report: dimension, key: OWN_KEY };
  return compileRows(plan, { report, key, by: 'visitors' });
}

/** Custom events, by their number downwards, then by name. */
export function compileImportedEvents(plan: FramePlan): Statement {
  return compileRows(plan, { report: EVENTS, key: OWN_KEY, by: 'events' });
}

interface Rows {
  readonly report: string;
  /** SQL of a row's key. */
  readonly key: string;
  readonly by: 'visitors' | 'events';
}

function compileRows(plan: FramePlan, { report, key, by }: Rows): Statement {
  const bindings = new Bindings();
  const query = [
    `SELECT if(${key} = '', '${NONE}', ${key}) AS key, ${COUNTS}`,
    ...ofReport(plan, report, bindings),
    'GROUP BY key',
    `ORDER BY ${by} DESC, key`,
    `LIMIT ${bindings.bind('limit', 'UInt64', plan.limit)}`,
  ];
  return { query: query.join('\n'), params: bindings.params };
}

/** The one place where a statement gets its workspace, its site and its days. */
function ofReport({ scope, window }: FramePlan, report: string, bindings: Bindings): readonly string[] {
  return [
    'FROM imported_days FINAL',
    `WHERE workspace_id = ${bindings.bind('workspace_id', 'UInt64', scope.workspaceId)}`,
    `AND site_id = ${bindings.bind('site_id', 'UInt64', scope.siteId)}`,
    `AND report = ${bindings.bind('report', 'String', report)}`,
    `AND imported_days.day >= toDate(${bindings.bind('from', 'String', formatCalendarDate(window.from))})`,
    `AND imported_days.day <= toDate(${bindings.bind('to', 'String', formatCalendarDate(window.to))})`,
  ];
}

/** Puts the findings into the shape of the proto's QueryImportedResponse. */
export function shapeImported(plan: FramePlan, { days, breakdown, events }: ImportedFindings) {
  const total = (of: (day: ImportedDay) => number): number => days.reduce((sum, day) => sum + of(day), 0);
  const visits = total((day) => day.visits);
  const seconds = total((day) => day.seconds);
  const bounces = total((day) => day.bounces);
  const bounceRate = percent(bounces, visits);
  return {
    days: days.length,
    totals: {
      dailyVisitors: total((day) => day.visitors),
      sessions: visits,
      pageviews: total((day) => day.pageviews),
      ...(bounceRate === undefined
        ? {}
        : { bounceRate, visitDuration: Math.round((seconds * 100) / visits) / 100 }),
    },
    series: plan.grain === 'hour' ? [] : seriesOf(plan, days),
    breakdown: breakdown.map(({ key, ...counts }) => ({ key, ...countsOf(counts) })),
    events: events.map(({ key, visitors, events: count }) => ({
      name: key,
      events: count,
      dailyVisitors: visitors,
    })),
  };
}

/** The buckets that have a day with totals, in order. */
function seriesOf({ window, grain }: FramePlan, days: readonly ImportedDay[]) {
  const sums = new Map<string, ReturnType<typeof countsOf>>();
  const nameOf = new Map<string, string>();
  for (let date = window.from; date <= window.to; date++) {
    const [bucket] = bucketsOf({ ...window, from: date, to: date }, grain);
    if (bucket) nameOf.set(formatCalendarDate(date), bucket.key);
  }
  for (const day of days) {
    const bucket = nameOf.get(day.day) ?? day.day;
    const sum = sums.get(bucket) ?? { dailyVisitors: 0, sessions: 0, pageviews: 0 };
    const own = countsOf(day);
    sums.set(bucket, {
      dailyVisitors: sum.dailyVisitors + own.dailyVisitors,
      sessions: sum.sessions + own.sessions,
      pageviews: sum.pageviews + own.pageviews,
    });
  }
  return [...sums].map(([bucket, counts]) => ({ bucket, ...counts }));
}

function countsOf({ visitors, visits, pageviews }: ImportedCounts) {
  return { dailyVisitors: visitors, sessions: visits, pageviews };
}
