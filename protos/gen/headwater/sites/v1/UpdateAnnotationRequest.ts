// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface UpdateAnnotationRequest {
  'siteId'?: (number | string | Long);
  'id'?: (number | string | Long);
  'day'?: (string);
  'text'?: (string);
  '_day'?: "day";
  '_text'?: "text";
}

export interface UpdateAnnotationRequest__Output {
  'siteId': (number);
  'id': (number);
  'day'?: (string);
  'text'?: (string);
  '_day'?: "day";
  '_text'?: "text";
}
