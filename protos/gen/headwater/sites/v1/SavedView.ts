// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface SavedView {
  'id'?: (number | string | Long);
  'name'?: (string);
  'page'?: (string);
  'siteId'?: (number | string | Long);
  'query'?: (string);
  'createdAtMs'?: (number | string | Long);
  'updatedAtMs'?: (number | string | Long);
  '_siteId'?: "siteId";
}

export interface SavedView__Output {
  'id': (number);
  'name': (string);
  'page': (string);
  'siteId'?: (number);
  'query': (string);
  'createdAtMs': (number);
  'updatedAtMs': (number);
  '_siteId'?: "siteId";
}
