// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface PurgeSiteRequest {
  'siteId'?: (number | string | Long);
  'dryRun'?: (boolean);
}

export interface PurgeSiteRequest__Output {
  'siteId': (number);
  'dryRun': (boolean);
}
