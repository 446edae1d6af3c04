// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface DeleteSiteResponse {
  'id'?: (number | string | Long);
  'purgeAtMs'?: (number | string | Long);
}

export interface DeleteSiteResponse__Output {
  'id': (number);
  'purgeAtMs': (number);
}
