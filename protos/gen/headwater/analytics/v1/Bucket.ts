// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface Bucket {
  'bucket'?: (string);
  'events'?: (number | string | Long);
  'visitors'?: (number | string | Long);
}

export interface Bucket__Output {
  'bucket': (string);
  'events': (number);
  'visitors': (number);
}
