// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface ImportedEvent {
  'name'?: (string);
  'events'?: (number | string | Long);
  'dailyVisitors'?: (number | string | Long);
}

export interface ImportedEvent__Output {
  'name': (string);
  'events': (number);
  'dailyVisitors': (number);
}
