// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface DeleteAnnotationResponse {
  'id'?: (number | string | Long);
}

export interface DeleteAnnotationResponse__Output {
  'id': (number);
}
