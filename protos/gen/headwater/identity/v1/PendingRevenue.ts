// Original file: protos/headwater/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface PendingRevenue {
  'currency'?: (string);
  'net'?: (string);
  'payments'?: (number | string | Long);
}

export interface PendingRevenue__Output {
  'currency': (string);
  'net': (string);
  'payments': (number);
}
