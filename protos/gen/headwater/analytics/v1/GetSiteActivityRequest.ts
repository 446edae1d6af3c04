// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface GetSiteActivityRequest {
  'siteId'?: (number | string | Long);
}

export interface GetSiteActivityRequest__Output {
  'siteId': (number);
}
