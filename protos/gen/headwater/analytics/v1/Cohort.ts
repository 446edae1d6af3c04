// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface Cohort {
  'bucket'?: (string);
  'visitors'?: (number | string | Long)[];
}

export interface Cohort__Output {
  'bucket': (string);
  'visitors': (number)[];
}
