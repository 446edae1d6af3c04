// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface CreateSiteRequest {
  'domain'?: (string);
  'name'?: (string);
  'timezone'?: (string);
  'categories'?: (string)[];
  'tags'?: (string)[];
  'detect'?: (boolean);
  'expiresAtMs'?: (number | string | Long);
  'retentionDays'?: (number);
  '_name'?: "name";
  '_timezone'?: "timezone";
  '_expiresAtMs'?: "expiresAtMs";
  '_retentionDays'?: "retentionDays";
}

export interface CreateSiteRequest__Output {
  'domain': (string);
  'name'?: (string);
  'timezone'?: (string);
  'categories': (string)[];
  'tags': (string)[];
  'detect': (boolean);
  'expiresAtMs'?: (number);
  'retentionDays'?: (number);
  '_name'?: "name";
  '_timezone'?: "timezone";
  '_expiresAtMs'?: "expiresAtMs";
  '_retentionDays'?: "retentionDays";
}
