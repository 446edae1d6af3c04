// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface EventComparison {
  'from'?: (string);
  'to'?: (string);
  'events'?: (number | string | Long);
  'uniqueVisitors'?: (number | string | Long);
  'pageviews'?: (number | string | Long);
  'eventRate'?: (number | string);
  '_eventRate'?: "eventRate";
}

export interface EventComparison__Output {
  'from': (string);
  'to': (string);
  'events': (number);
  'uniqueVisitors': (number);
  'pageviews': (number);
  'eventRate'?: (number);
  '_eventRate'?: "eventRate";
}
