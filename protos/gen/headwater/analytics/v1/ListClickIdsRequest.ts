// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface ListClickIdsRequest {
  'anonymousIds'?: (string)[];
  'siteIds'?: (number | string | Long)[];
  'fromMs'?: (number | string | Long);
  'beforeMs'?: (number | string | Long);
}

export interface ListClickIdsRequest__Output {
  'anonymousIds': (string)[];
  'siteIds': (number)[];
  'fromMs': (number);
  'beforeMs': (number);
}
