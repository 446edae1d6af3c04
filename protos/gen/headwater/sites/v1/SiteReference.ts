// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface SiteReference {
  'siteId'?: (number | string | Long);
}

export interface SiteReference__Output {
  'siteId': (number);
}
