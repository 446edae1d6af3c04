// Original file: protos/headwater/analytics/v1/analytics.proto

import type { StatsBucket as _headwater_analytics_v1_StatsBucket, StatsBucket__Output as _headwater_analytics_v1_StatsBucket__Output } from '../../../headwater/analytics/v1/StatsBucket';
import type { RealtimeRow as _headwater_analytics_v1_RealtimeRow, RealtimeRow__Output as _headwater_analytics_v1_RealtimeRow__Output } from '../../../headwater/analytics/v1/RealtimeRow';
import type { Long } from '@grpc/proto-loader';

export interface QueryRealtimeResponse {
  'timezone'?: (string);
  'fromMs'?: (number | string | Long);
  'toMs'?: (number | string | Long);
  'visitors'?: (number | string | Long);
  'sessions'?: (number | string | Long);
  'pageviews'?: (number | string | Long);
  'series'?: (_headwater_analytics_v1_StatsBucket)[];
  'dimension'?: (string);
  'breakdown'?: (_headwater_analytics_v1_RealtimeRow)[];
  '_dimension'?: "dimension";
}

export interface QueryRealtimeResponse__Output {
  'timezone': (string);
  'fromMs': (number);
  'toMs': (number);
  'visitors': (number);
  'sessions': (number);
  'pageviews': (number);
  'series': (_headwater_analytics_v1_StatsBucket__Output)[];
  'dimension'?: (string);
  'breakdown': (_headwater_analytics_v1_RealtimeRow__Output)[];
  '_dimension'?: "dimension";
}
