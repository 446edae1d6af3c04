// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface ListNoticesRequest {
  'after'?: (number | string | Long);
  'types'?: (string)[];
  'limit'?: (number);
}

export interface ListNoticesRequest__Output {
  'after': (number);
  'types': (string)[];
  'limit': (number);
}
