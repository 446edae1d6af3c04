// Original file: protos/headwater/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface LedgerRevenue {
  'currency'?: (string);
  'gross'?: (string);
  'refunds'?: (string);
  'net'?: (string);
  'payments'?: (number | string | Long);
  'firstPaidAtMs'?: (number | string | Long);
  'lastPaidAtMs'?: (number | string | Long);
  '_firstPaidAtMs'?: "firstPaidAtMs";
  '_lastPaidAtMs'?: "lastPaidAtMs";
}

export interface LedgerRevenue__Output {
  'currency': (string);
  'gross': (string);
  'refunds': (string);
  'net': (string);
  'payments': (number);
  'firstPaidAtMs'?: (number);
  'lastPaidAtMs'?: (number);
  '_firstPaidAtMs'?: "firstPaidAtMs";
  '_lastPaidAtMs'?: "lastPaidAtMs";
}
