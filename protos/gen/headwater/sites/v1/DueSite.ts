// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface DueSite {
  'id'?: (number | string | Long);
  'workspaceId'?: (number | string | Long);
  'purgeAtMs'?: (number | string | Long);
}

export interface DueSite__Output {
  'id': (number);
  'workspaceId': (number);
  'purgeAtMs': (number);
}
