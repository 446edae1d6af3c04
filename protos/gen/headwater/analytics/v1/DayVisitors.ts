// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface DayVisitors {
  'day'?: (string);
  'visitors'?: (number | string | Long);
}

export interface DayVisitors__Output {
  'day': (string);
  'visitors': (number);
}
