// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface ListDeliveriesRequest {
  'id'?: (number | string | Long);
  'before'?: (number | string | Long);
  'limit'?: (number);
}

export interface ListDeliveriesRequest__Output {
  'id': (number);
  'before': (number);
  'limit': (number);
}
