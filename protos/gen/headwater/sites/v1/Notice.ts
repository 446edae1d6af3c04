// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface Notice {
  'id'?: (string);
  'type'?: (string);
  'atMs'?: (number | string | Long);
  'dataJson'?: (string);
  'place'?: (number | string | Long);
}

export interface Notice__Output {
  'id': (string);
  'type': (string);
  'atMs': (number);
  'dataJson': (string);
  'place': (number);
}
