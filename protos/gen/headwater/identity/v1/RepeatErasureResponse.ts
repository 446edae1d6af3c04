// Original file: protos/headwater/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface RepeatErasureResponse {
  'outcome'?: (string);
  'profiles'?: (number | string | Long);
  'isNew'?: (boolean);
}

export interface RepeatErasureResponse__Output {
  'outcome': (string);
  'profiles': (number);
  'isNew': (boolean);
}
