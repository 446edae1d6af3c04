// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface StatsRow {
  'key'?: (string);
  'visitors'?: (number | string | Long);
  'sessions'?: (number | string | Long);
  'pageviews'?: (number | string | Long);
  'bounceRate'?: (number | string);
}

export interface StatsRow__Output {
  'key': (string);
  'visitors': (number);
  'sessions': (number);
  'pageviews': (number);
  'bounceRate': (number);
}
