// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface DropCount {
  'reason'?: (string);
  'botReason'?: (string);
  'events'?: (number | string | Long);
}

export interface DropCount__Output {
  'reason': (string);
  'botReason': (string);
  'events': (number);
}
