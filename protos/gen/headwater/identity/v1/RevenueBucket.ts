// Original file: protos/headwater/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface RevenueBucket {
  'bucket'?: (string);
  'net'?: (string);
  'payments'?: (number | string | Long);
}

export interface RevenueBucket__Output {
  'bucket': (string);
  'net': (string);
  'payments': (number);
}
