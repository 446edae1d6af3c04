// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface FinishPurgeRequest {
  'id'?: (number | string | Long);
}

export interface FinishPurgeRequest__Output {
  'id': (number);
}
