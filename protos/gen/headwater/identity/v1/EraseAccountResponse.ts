// Original file: protos/headwater/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface EraseAccountResponse {
  'id'?: (string);
  'atMs'?: (number | string | Long);
  'profiles'?: (number | string | Long);
  'links'?: (number | string | Long);
  'payments'?: (number | string | Long);
  'customers'?: (number | string | Long);
  'subscriptions'?: (number | string | Long);
}

export interface EraseAccountResponse__Output {
  'id': (string);
  'atMs': (number);
  'profiles': (number);
  'links': (number);
  'payments': (number);
  'customers': (number);
  'subscriptions': (number);
}
