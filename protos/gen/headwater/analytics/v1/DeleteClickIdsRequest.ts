// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface DeleteClickIdsRequest {
  'siteId'?: (number | string | Long);
}

export interface DeleteClickIdsRequest__Output {
  'siteId': (number);
}
