// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface GetSiteRequest {
  'id'?: (number | string | Long);
}

export interface GetSiteRequest__Output {
  'id': (number);
}
