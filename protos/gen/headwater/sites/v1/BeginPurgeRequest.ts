// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface BeginPurgeRequest {
  'id'?: (number | string | Long);
  'rows'?: ({[key: string]: number | string | Long});
}

export interface BeginPurgeRequest__Output {
  'id': (number);
  'rows': ({[key: string]: number});
}
