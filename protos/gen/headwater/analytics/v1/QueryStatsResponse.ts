// Original file: protos/headwater/analytics/v1/analytics.proto

import type { StatsTotals as _headwater_analytics_v1_StatsTotals, StatsTotals__Output as _headwater_analytics_v1_StatsTotals__Output } from '../../../headwater/analytics/v1/StatsTotals';
import type { StatsBucket as _headwater_analytics_v1_StatsBucket, StatsBucket__Output as _headwater_analytics_v1_StatsBucket__Output } from '../../../headwater/analytics/v1/StatsBucket';
import type { StatsRow as _headwater_analytics_v1_StatsRow, StatsRow__Output as _headwater_analytics_v1_StatsRow__Output } from '../../../headwater/analytics/v1/StatsRow';
import type { StatsComparison as _headwater_analytics_v1_StatsComparison, StatsComparison__Output as _headwater_analytics_v1_StatsComparison__Output } from '../../../headwater/analytics/v1/StatsComparison';
import type { StatsBreakdown as _headwater_analytics_v1_StatsBreakdown, StatsBreakdown__Output as _headwater_analytics_v1_StatsBreakdown__Output } from '../../../headwater/analytics/v1/StatsBreakdown';

export interface QueryStatsResponse {
  'from'?: (string);
  'to'?: (string);
  'timezone'?: (string);
  'grain'?: (string);
  'totals'?: (_headwater_analytics_v1_StatsTotals | null);
  'series'?: (_headwater_analytics_v1_StatsBucket)[];
  'dimension'?: (string);
  'breakdown'?: (_headwater_analytics_v1_StatsRow)[];
  'comparison'?: (_headwater_analytics_v1_StatsComparison | null);
  'breakdowns'?: (_headwater_analytics_v1_StatsBreakdown)[];
  '_dimension'?: "dimension";
  '_comparison'?: "comparison";
}

export interface QueryStatsResponse__Output {
  'from': (string);
  'to': (string);
  'timezone': (string);
  'grain': (string);
  'totals': (_headwater_analytics_v1_StatsTotals__Output | null);
  'series': (_headwater_analytics_v1_StatsBucket__Output)[];
  'dimension'?: (string);
  'breakdown': (_headwater_analytics_v1_StatsRow__Output)[];
  'comparison'?: (_headwater_analytics_v1_StatsComparison__Output | null);
  'breakdowns': (_headwater_analytics_v1_StatsBreakdown__Output)[];
  '_dimension'?: "dimension";
  '_comparison'?: "comparison";
}
