// Original file: protos/headwater/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface DeleteCostsResponse {
  'deleted'?: (number | string | Long);
}

export interface DeleteCostsResponse__Output {
  'deleted': (number);
}
