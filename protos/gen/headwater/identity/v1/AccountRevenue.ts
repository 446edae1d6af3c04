// Original file: protos/headwater/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface AccountRevenue {
  'currency'?: (string);
  'gross'?: (string);
  'refunds'?: (string);
  'net'?: (string);
  'payments'?: (number | string | Long);
}

export interface AccountRevenue__Output {
  'currency': (string);
  'gross': (string);
  'refunds': (string);
  'net': (string);
  'payments': (number);
}
