// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface RestoreSiteRequest {
  'id'?: (number | string | Long);
}

export interface RestoreSiteRequest__Output {
  'id': (number);
}
