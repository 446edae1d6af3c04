// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface EraseVisitorsResponse {
  'events'?: (number | string | Long);
  'firstTouches'?: (number | string | Long);
  'clickIds'?: (number | string | Long);
  '_clickIds'?: "clickIds";
}

export interface EraseVisitorsResponse__Output {
  'events': (number);
  'firstTouches': (number);
  'clickIds'?: (number);
  '_clickIds'?: "clickIds";
}
