// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface EventRowComparison {
  'events'?: (number | string | Long);
  'visitors'?: (number | string | Long);
  'pageviews'?: (number | string | Long);
  'eventRate'?: (number | string);
  '_pageviews'?: "pageviews";
  '_eventRate'?: "eventRate";
}

export interface EventRowComparison__Output {
  'events': (number);
  'visitors': (number);
  'pageviews'?: (number);
  'eventRate'?: (number);
  '_pageviews'?: "pageviews";
  '_eventRate'?: "eventRate";
}
