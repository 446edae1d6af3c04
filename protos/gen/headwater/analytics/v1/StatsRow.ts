// Original file: protos/headwater/analytics/v1/analytics.proto

import type { StatsRowComparison as _headwater_analytics_v1_StatsRowComparison, StatsRowComparison__Output as _headwater_analytics_v1_StatsRowComparison__Output } from '../../../headwater/analytics/v1/StatsRowComparison';
import type { Long } from '@grpc/proto-loader';

export interface StatsRow {
  'key'?: (string);
  'visitors'?: (number | string | Long);
  'sessions'?: (number | string | Long);
  'pageviews'?: (number | string | Long);
  'bounceRate'?: (number | string);
  'comparison'?: (_headwater_analytics_v1_StatsRowComparison | null);
  '_comparison'?: "comparison";
}

export interface StatsRow__Output {
  'key': (string);
  'visitors': (number);
  'sessions': (number);
  'pageviews': (number);
  'bounceRate': (number);
  'comparison'?: (_headwater_analytics_v1_StatsRowComparison__Output | null);
  '_comparison'?: "comparison";
}
