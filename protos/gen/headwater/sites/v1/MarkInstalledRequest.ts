// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface MarkInstalledRequest {
  'siteId'?: (number | string | Long);
}

export interface MarkInstalledRequest__Output {
  'siteId': (number);
}
