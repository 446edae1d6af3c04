// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface VisitorMoment {
  'anonymousId'?: (string);
  'atMs'?: (number | string | Long);
}

export interface VisitorMoment__Output {
  'anonymousId': (string);
  'atMs': (number);
}
