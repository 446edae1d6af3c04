// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface SitePurgeTime {
  'siteId'?: (number | string | Long);
  'purgeInMs'?: (number | string | Long);
}

export interface SitePurgeTime__Output {
  'siteId': (number);
  'purgeInMs': (number);
}
