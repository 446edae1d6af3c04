// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface SiteDeletion {
  'workspaceId'?: (number | string | Long);
  'siteId'?: (number | string | Long);
  'createdAtMs'?: (number | string | Long);
  'deletedAtMs'?: (number | string | Long);
  'purgeAtMs'?: (number | string | Long);
}

export interface SiteDeletion__Output {
  'workspaceId': (number);
  'siteId': (number);
  'createdAtMs': (number);
  'deletedAtMs': (number);
  'purgeAtMs': (number);
}
