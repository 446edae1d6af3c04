// Original file: protos/headwater/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface RevenueRow {
  'key'?: (string);
  'gross'?: (string);
  'refunds'?: (string);
  'net'?: (string);
  'payments'?: (number | string | Long);
  'customers'?: (number | string | Long);
}

export interface RevenueRow__Output {
  'key': (string);
  'gross': (string);
  'refunds': (string);
  'net': (string);
  'payments': (number);
  'customers': (number);
}
