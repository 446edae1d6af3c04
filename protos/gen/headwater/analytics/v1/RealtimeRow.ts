// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface RealtimeRow {
  'key'?: (string);
  'visitors'?: (number | string | Long);
  'sessions'?: (number | string | Long);
  'pageviews'?: (number | string | Long);
}

export interface RealtimeRow__Output {
  'key': (string);
  'visitors': (number);
  'sessions': (number);
  'pageviews': (number);
}
