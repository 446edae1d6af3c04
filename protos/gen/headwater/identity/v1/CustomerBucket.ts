// Original file: protos/headwater/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface CustomerBucket {
  'bucket'?: (string);
  'customers'?: (number | string | Long);
  'paying'?: (number | string | Long);
}

export interface CustomerBucket__Output {
  'bucket': (string);
  'customers': (number);
  'paying': (number);
}
