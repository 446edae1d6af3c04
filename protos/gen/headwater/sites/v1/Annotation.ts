// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface Annotation {
  'id'?: (number | string | Long);
  'day'?: (string);
  'text'?: (string);
  'createdAtMs'?: (number | string | Long);
  'updatedAtMs'?: (number | string | Long);
}

export interface Annotation__Output {
  'id': (number);
  'day': (string);
  'text': (string);
  'createdAtMs': (number);
  'updatedAtMs': (number);
}
