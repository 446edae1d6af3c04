// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface FunnelRow {
  'key'?: (string);
  'entered'?: (number | string | Long);
  'completed'?: (number | string | Long);
}

export interface FunnelRow__Output {
  'key': (string);
  'entered': (number);
  'completed': (number);
}
