// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface FunnelStep {
  'name'?: (string);
  'visitors'?: (number | string | Long);
}

export interface FunnelStep__Output {
  'name': (string);
  'visitors': (number);
}
