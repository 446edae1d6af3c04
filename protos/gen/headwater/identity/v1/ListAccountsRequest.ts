// Original file: protos/headwater/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface ListAccountsRequest {
  'after'?: (number | string | Long);
  'limit'?: (number);
}

export interface ListAccountsRequest__Output {
  'after': (number);
  'limit': (number);
}
