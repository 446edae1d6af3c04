// Original file: protos/headwater/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface ErasurePosition {
  'atMs'?: (number | string | Long);
  'id'?: (string);
}

export interface ErasurePosition__Output {
  'atMs': (number);
  'id': (string);
}
