// Original file: protos/headwater/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface AccountPayment {
  'paymentId'?: (string);
  'type'?: (string);
  'amount'?: (string);
  'currency'?: (string);
  'occurredAtMs'?: (number | string | Long);
}

export interface AccountPayment__Output {
  'paymentId': (string);
  'type': (string);
  'amount': (string);
  'currency': (string);
  'occurredAtMs': (number);
}
