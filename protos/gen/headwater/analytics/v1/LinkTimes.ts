// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface LinkTimes {
  'linkedAtMs'?: (number | string | Long);
  'arrivalsUntilMs'?: (number | string | Long);
  '_arrivalsUntilMs'?: "arrivalsUntilMs";
}

export interface LinkTimes__Output {
  'linkedAtMs': (number);
  'arrivalsUntilMs'?: (number);
  '_arrivalsUntilMs'?: "arrivalsUntilMs";
}
