// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface StatsRowComparison {
  'visitors'?: (number | string | Long);
  'sessions'?: (number | string | Long);
  'pageviews'?: (number | string | Long);
  'bounceRate'?: (number | string);
  '_bounceRate'?: "bounceRate";
}

export interface StatsRowComparison__Output {
  'visitors': (number);
  'sessions': (number);
  'pageviews': (number);
  'bounceRate'?: (number);
  '_bounceRate'?: "bounceRate";
}
