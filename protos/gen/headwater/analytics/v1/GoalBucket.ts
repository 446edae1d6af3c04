// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface GoalBucket {
  'bucket'?: (string);
  'conversions'?: (number | string | Long);
  'visitors'?: (number | string | Long);
}

export interface GoalBucket__Output {
  'bucket': (string);
  'conversions': (number);
  'visitors': (number);
}
