// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface ApplyRetentionResponse {
  'rows'?: ({[key: string]: number | string | Long});
}

export interface ApplyRetentionResponse__Output {
  'rows': ({[key: string]: number});
}
