// Original file: protos/headwater/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface ErasedProfile {
  'id'?: (number | string | Long);
  'createdAtMs'?: (number | string | Long);
}

export interface ErasedProfile__Output {
  'id': (number);
  'createdAtMs': (number);
}
