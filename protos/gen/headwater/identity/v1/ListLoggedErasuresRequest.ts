// Original file: protos/headwater/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface ListLoggedErasuresRequest {
  'after'?: (number | string | Long);
  'limit'?: (number);
}

export interface ListLoggedErasuresRequest__Output {
  'after': (number);
  'limit': (number);
}
