import { fillSeries } from '../query/fill-series';
import type { StatsPlan } from '../stats/plan-stats';
import type { StatsFindings } from '../stats/shape-stats';

/** What ClickHouse answered about the last half hour. */
export type RealtimeFindings = Pick<StatsFindings, 'series' | 'breakdown'> & {
  readonly totals: Omit<StatsFindings['totals'], 'bounces' | 'duration_ms'>;
};

/** Puts the findings into the shape of the proto's QueryRealtimeResponse. */
export function shapeRealtime(plan: StatsPlan, { totals, series, breakdown }: RealtimeFindings) {
  return {
    timezone: plan.window.zone,
    fromMs: plan.scope.startMs,
    toMs: plan.scope.endMs,
    visitors: totals.visitors,
    sessions: totals.sessions,
    pageviews: totals.pageviews,
    series: fillSeries(plan, series).map(({ bucket, row }) => ({
      bucket,
      visitors: row?.visitors ?? 0,
      sessions: row?.sessions ?? 0,
      pageviews: row?.pageviews ?? 0,
    })),
    ...(plan.dimension ? { dimension: plan.dimension.key } : {}),
    breakdown: breakdown.map(({ key, visitors, sessions, pageviews }) => ({
      key,
      visitors,
      sessions,
      pageviews,
    })),
  };
}
