// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface ListTouchesRequest {
  'anonymousIds'?: (string)[];
  'afterMs'?: (number | string | Long);
  'limit'?: (number);
}

export interface ListTouchesRequest__Output {
  'anonymousIds': (string)[];
  'afterMs': (number);
  'limit': (number);
}
