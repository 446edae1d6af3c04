// Original file: protos/headwater/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface ErasedRows {
  'tables'?: ({[key: string]: number | string | Long});
}

export interface ErasedRows__Output {
  'tables': ({[key: string]: number});
}
