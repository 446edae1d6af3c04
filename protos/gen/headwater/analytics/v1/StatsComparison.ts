// Original file: protos/headwater/analytics/v1/analytics.proto

import type { StatsTotals as _headwater_analytics_v1_StatsTotals, StatsTotals__Output as _headwater_analytics_v1_StatsTotals__Output } from '../../../headwater/analytics/v1/StatsTotals';

export interface StatsComparison {
  'from'?: (string);
  'to'?: (string);
  'totals'?: (_headwater_analytics_v1_StatsTotals | null);
}

export interface StatsComparison__Output {
  'from': (string);
  'to': (string);
  'totals': (_headwater_analytics_v1_StatsTotals__Output | null);
}
