// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface SiteInZone {
  'siteId'?: (number | string | Long);
  'timezone'?: (string);
}

export interface SiteInZone__Output {
  'siteId': (number);
  'timezone': (string);
}
