// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface StatsBucket {
  'bucket'?: (string);
  'visitors'?: (number | string | Long);
  'sessions'?: (number | string | Long);
  'pageviews'?: (number | string | Long);
}

export interface StatsBucket__Output {
  'bucket': (string);
  'visitors': (number);
  'sessions': (number);
  'pageviews': (number);
}
