// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface AnnotationReference {
  'siteId'?: (number | string | Long);
  'id'?: (number | string | Long);
}

export interface AnnotationReference__Output {
  'siteId': (number);
  'id': (number);
}
