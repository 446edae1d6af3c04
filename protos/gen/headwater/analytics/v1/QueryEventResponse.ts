// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Bucket as _headwater_analytics_v1_Bucket, Bucket__Output as _headwater_analytics_v1_Bucket__Output } from '../../../headwater/analytics/v1/Bucket';
import type { BreakdownRow as _headwater_analytics_v1_BreakdownRow, BreakdownRow__Output as _headwater_analytics_v1_BreakdownRow__Output } from '../../../headwater/analytics/v1/BreakdownRow';
import type { EventComparison as _headwater_analytics_v1_EventComparison, EventComparison__Output as _headwater_analytics_v1_EventComparison__Output } from '../../../headwater/analytics/v1/EventComparison';
import type { Long } from '@grpc/proto-loader';

export interface QueryEventResponse {
  'from'?: (string);
  'to'?: (string);
  'timezone'?: (string);
  'grain'?: (string);
  'name'?: (string);
  'events'?: (number | string | Long);
  'uniqueVisitors'?: (number | string | Long);
  'pageviews'?: (number | string | Long);
  'eventRate'?: (number | string);
  'series'?: (_headwater_analytics_v1_Bucket)[];
  'dimension'?: (string);
  'breakdown'?: (_headwater_analytics_v1_BreakdownRow)[];
  'other'?: (number | string | Long);
  'note'?: (string);
  'comparison'?: (_headwater_analytics_v1_EventComparison | null);
  '_eventRate'?: "eventRate";
  '_dimension'?: "dimension";
  '_other'?: "other";
  '_note'?: "note";
  '_comparison'?: "comparison";
}

export interface QueryEventResponse__Output {
  'from': (string);
  'to': (string);
  'timezone': (string);
  'grain': (string);
  'name': (string);
  'events': (number);
  'uniqueVisitors': (number);
  'pageviews': (number);
  'eventRate'?: (number);
  'series': (_headwater_analytics_v1_Bucket__Output)[];
  'dimension'?: (string);
  'breakdown': (_headwater_analytics_v1_BreakdownRow__Output)[];
  'other'?: (number);
  'note'?: (string);
  'comparison'?: (_headwater_analytics_v1_EventComparison__Output | null);
  '_eventRate'?: "eventRate";
  '_dimension'?: "dimension";
  '_other'?: "other";
  '_note'?: "note";
  '_comparison'?: "comparison";
}
