// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface ListPurgeTimesRequest {
  'siteIds'?: (number | string | Long)[];
}

export interface ListPurgeTimesRequest__Output {
  'siteIds': (number)[];
}
