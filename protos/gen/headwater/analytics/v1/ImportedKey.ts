// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface ImportedKey {
  'key'?: (string);
  'dailyVisitors'?: (number | string | Long);
  'sessions'?: (number | string | Long);
  'pageviews'?: (number | string | Long);
}

export interface ImportedKey__Output {
  'key': (string);
  'dailyVisitors': (number);
  'sessions': (number);
  'pageviews': (number);
}
