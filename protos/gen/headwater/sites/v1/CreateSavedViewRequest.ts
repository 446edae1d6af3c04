// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface CreateSavedViewRequest {
  'name'?: (string);
  'page'?: (string);
  'siteId'?: (number | string | Long);
  'query'?: (string);
  '_siteId'?: "siteId";
}

export interface CreateSavedViewRequest__Output {
  'name': (string);
  'page': (string);
  'siteId'?: (number);
  'query': (string);
  '_siteId'?: "siteId";
}
