// Original file: protos/headwater/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface GetAccountRequest {
  'id'?: (number | string | Long);
}

export interface GetAccountRequest__Output {
  'id': (number);
}
