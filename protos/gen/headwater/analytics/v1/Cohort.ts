// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface Cohort {
  'week'?: (string);
  'visitors'?: (number | string | Long)[];
}

export interface Cohort__Output {
  'week': (string);
  'visitors': (number)[];
}
