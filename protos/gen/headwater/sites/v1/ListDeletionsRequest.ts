// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface ListDeletionsRequest {
  'afterSiteId'?: (number | string | Long);
  'limit'?: (number);
}

export interface ListDeletionsRequest__Output {
  'afterSiteId': (number);
  'limit': (number);
}
