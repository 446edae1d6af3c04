import { formatCalendarDate } from '@headwater/kit/calendar/calendar-date';
import { fillSeries } from './fill-series';
import { percent } from './percent';
import type { Plan } from './plan';

/** What was found of a bucket that has any event. */
export interface SeriesRow {
  /** Unix seconds. */
  readonly bucket: number;
  readonly events: number;
  readonly visitors: number;
}

/** What was found of a key of the dimension. */
export interface KeyRow {
  readonly key: string;
  readonly events: number;
  readonly visitors: number;
  /** Absent when the plan is not rated. */
  readonly pageviews?: number;
  /** Events of all keys, shown or not. */
  readonly all_events: number;
}

/** What ClickHouse answered to a plan. */
export interface Findings {
  readonly series: readonly SeriesRow[];
  /** Distinct visitors of the whole window. */
  readonly uniqueVisitors: number;
  /** What the event is measured against, of the whole window. */
  readonly pageviews: number;
  /** Empty when the plan has no dimension. */
  readonly breakdown: readonly KeyRow[];
}

export interface AnalysisRow {
  readonly key: string;
  readonly events: number;
  readonly visitors: number;
  readonly pageviews?: number;
  readonly eventRate?: number;
}

/** The answer to a question, as the proto's QueryEventResponse. */
export interface Analysis {
  readonly from: string;
  readonly to: string;
  readonly timezone: string;
  readonly grain: string;
  readonly name: string;
  readonly events: number;
  readonly uniqueVisitors: number;
  readonly pageviews: number;
  readonly eventRate?: number;
  readonly series: readonly { readonly bucket: string; readonly events: number; readonly visitors: number }[];
  readonly dimension?: string;
  readonly breakdown: readonly AnalysisRow[];
  readonly other?: number;
  readonly note?: string;
}

const NOTE_PROPERTY =
  'eventRate is left out: a pageview carries no event properties, so when grouped or filtered by props.<key> there is no denominator.';
const NOTE_NO_PAGEVIEWS = 'eventRate is left out: there are no pageviews in this window under these filters.';

/** Puts the findings into the shape of the answer: gapless, zero-filled, rates where they have a meaning. */
export function shapeAnalysis(plan: Plan, findings: Findings): Analysis {
  const events = sum(findings.series, 'events');
  const { pageviews } = findings;
  const eventRate = plan.rated ? percent(events, pageviews) : undefined;
  const other = (findings.breakdown[0]?.all_events ?? 0) - sum(findings.breakdown, 'events');
  return {
    from: formatCalendarDate(plan.window.from),
    to: formatCalendarDate(plan.window.to),
    timezone: plan.window.zone,
    grain: plan.grain,
    name: plan.name,
    events,
    uniqueVisitors: findings.uniqueVisitors,
    pageviews,
    ...(eventRate === undefined ? { note: plan.rated ? NOTE_NO_PAGEVIEWS : NOTE_PROPERTY } : { eventRate }),
    series: fillSeries(plan, findings.series).map(({ bucket, row }) => ({
      bucket,
      events: row?.events ?? 0,
      visitors: row?.visitors ?? 0,
    })),
    ...(plan.dimension ? { dimension: plan.dimension.key } : {}),
    breakdown: findings.breakdown.map(shapeRow),
    ...(other > 0 ? { other } : {}),
  };
}

function shapeRow({ key, events, visitors, pageviews }: KeyRow): AnalysisRow {
  if (pageviews === undefined) return { key, events, visitors };
  const eventRate = percent(events, pageviews);
  return { key, events, visitors, pageviews, ...(eventRate === undefined ? {} : { eventRate }) };
}

function sum<K extends string>(rows: readonly Readonly<Record<K, number>>[], metric: K): number {
  return rows.reduce((total, row) => total + row[metric], 0);
}
