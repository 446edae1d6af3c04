// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface CreateAnnotationRequest {
  'siteId'?: (number | string | Long);
  'day'?: (string);
  'text'?: (string);
}

export interface CreateAnnotationRequest__Output {
  'siteId': (number);
  'day': (string);
  'text': (string);
}
