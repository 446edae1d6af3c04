// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface SiteWithClickIds {
  'workspaceId'?: (number | string | Long);
  'siteId'?: (number | string | Long);
}

export interface SiteWithClickIds__Output {
  'workspaceId': (number);
  'siteId': (number);
}
