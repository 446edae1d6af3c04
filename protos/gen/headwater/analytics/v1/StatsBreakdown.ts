// Original file: protos/headwater/analytics/v1/analytics.proto

import type { StatsRow as _headwater_analytics_v1_StatsRow, StatsRow__Output as _headwater_analytics_v1_StatsRow__Output } from '../../../headwater/analytics/v1/StatsRow';

export interface StatsBreakdown {
  'dimension'?: (string);
  'rows'?: (_headwater_analytics_v1_StatsRow)[];
  'error'?: (string);
  '_error'?: "error";
}

export interface StatsBreakdown__Output {
  'dimension': (string);
  'rows': (_headwater_analytics_v1_StatsRow__Output)[];
  'error'?: (string);
  '_error'?: "error";
}
