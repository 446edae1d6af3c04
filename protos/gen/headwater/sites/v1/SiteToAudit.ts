// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface SiteToAudit {
  'id'?: (number | string | Long);
  'workspaceId'?: (number | string | Long);
  'timezone'?: (string);
  'day'?: (string);
  '_day'?: "day";
}

export interface SiteToAudit__Output {
  'id': (number);
  'workspaceId': (number);
  'timezone': (string);
  'day'?: (string);
  '_day'?: "day";
}
