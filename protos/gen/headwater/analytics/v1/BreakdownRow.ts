// Original file: protos/headwater/analytics/v1/analytics.proto

import type { EventRowComparison as _headwater_analytics_v1_EventRowComparison, EventRowComparison__Output as _headwater_analytics_v1_EventRowComparison__Output } from '../../../headwater/analytics/v1/EventRowComparison';
import type { Long } from '@grpc/proto-loader';

export interface BreakdownRow {
  'key'?: (string);
  'events'?: (number | string | Long);
  'visitors'?: (number | string | Long);
  'pageviews'?: (number | string | Long);
  'eventRate'?: (number | string);
  'comparison'?: (_headwater_analytics_v1_EventRowComparison | null);
  '_pageviews'?: "pageviews";
  '_eventRate'?: "eventRate";
  '_comparison'?: "comparison";
}

export interface BreakdownRow__Output {
  'key': (string);
  'events': (number);
  'visitors': (number);
  'pageviews'?: (number);
  'eventRate'?: (number);
  'comparison'?: (_headwater_analytics_v1_EventRowComparison__Output | null);
  '_pageviews'?: "pageviews";
  '_eventRate'?: "eventRate";
  '_comparison'?: "comparison";
}
