// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface ListSessionsRequest {
  'anonymousIds'?: (string)[];
  'afterMs'?: (number | string | Long);
}

export interface ListSessionsRequest__Output {
  'anonymousIds': (string)[];
  'afterMs': (number);
}
