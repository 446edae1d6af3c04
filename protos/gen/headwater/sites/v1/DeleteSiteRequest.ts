// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface DeleteSiteRequest {
  'id'?: (number | string | Long);
}

export interface DeleteSiteRequest__Output {
  'id': (number);
}
