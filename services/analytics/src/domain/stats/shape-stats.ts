import { fillSeries } from '../query/fill-series';
import { percent } from '../query/percent';
import { formatCalendarDate } from '@headwater/kit/calendar/calendar-date';
import type { StatsPlan } from './plan-stats';

interface Counts {
  readonly visitors: number;
  readonly sessions: number;
  readonly pageviews: number;
}

/** The row of `compileStatsTotals` with that of `compileSessionTotals`. */
export interface TotalsFound extends Counts {
  readonly bounces: number;
  readonly duration_ms: number;
}

/** What ClickHouse answered to a plan about visits. */
export interface StatsFindings {
  readonly totals: TotalsFound;
  readonly series: readonly (Counts & { readonly bucket: number })[];
  /** Empty without a dimension. */
  readonly breakdown: readonly (Counts & { readonly key: string; readonly bounces: number })[];
}

/** What was found of the earlier days that a plan is compared with. */
export interface Compared {
  readonly plan: StatsPlan;
  readonly totals: TotalsFound;
}

/** Puts the findings into the shape of the proto's QueryStatsResponse. */
export function shapeStats(plan: StatsPlan, findings: StatsFindings, compared?: Compared) {
  return {
    ...datesOf(plan),
    timezone: plan.window.zone,
    grain: plan.grain,
    totals: shapeTotals(findings.totals),
    series: fillSeries(plan, findings.series).map(({ bucket, row }) => ({
      bucket,
      visitors: row?.visitors ?? 0,
      sessions: row?.sessions ?? 0,
      pageviews: row?.pageviews ?? 0,
    })),
    ...(plan.dimension ? { dimension: plan.dimension.key } : {}),
    breakdown: findings.breakdown.map(({ key, visitors, sessions, pageviews, bounces }) => ({
      key,
      visitors,
      sessions,
      pageviews,
      bounceRate: percent(bounces, sessions) ?? 0,
    })),
    ...(compared ? { comparison: { ...datesOf(compared.plan), totals: shapeTotals(compared.totals) } } : {}),
  };
}

function datesOf({ window }: StatsPlan): { from: string; to: string } {
  return { from: formatCalendarDate(window.from), to: formatCalendarDate(window.to) };
}

function shapeTotals({ visitors, sessions, pageviews, bounces, duration_ms }: TotalsFound) {
  const counts = { visitors, sessions, pageviews };
  if (sessions === 0) return counts;
  return {
    ...counts,
    bounceRate: percent(bounces, sessions) ?? 0,
    visitDuration: Math.round(duration_ms / sessions / 1_000),
    viewsPerVisit: Math.round((pageviews * 100) / sessions) / 100,
  };
}
