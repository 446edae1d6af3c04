// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface VisitEvent {
  'timeMs'?: (number | string | Long);
  'name'?: (string);
  'pathname'?: (string);
  'props'?: ({[key: string]: string});
}

export interface VisitEvent__Output {
  'timeMs': (number);
  'name': (string);
  'pathname': (string);
  'props': ({[key: string]: string});
}
