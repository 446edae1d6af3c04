// Original file: protos/headwater/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface PaymentPosition {
  'occurredAtMs'?: (number | string | Long);
  'paymentId'?: (string);
}

export interface PaymentPosition__Output {
  'occurredAtMs': (number);
  'paymentId': (string);
}
