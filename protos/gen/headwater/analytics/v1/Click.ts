// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface Click {
  'index'?: (number);
  'siteId'?: (number | string | Long);
  'atMs'?: (number | string | Long);
  'parameter'?: (string);
  'sealed'?: (string);
}

export interface Click__Output {
  'index': (number);
  'siteId': (number);
  'atMs': (number);
  'parameter': (string);
  'sealed': (string);
}
