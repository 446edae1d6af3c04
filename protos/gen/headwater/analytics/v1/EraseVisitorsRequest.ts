// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface EraseVisitorsRequest {
  'anonymousIds'?: (string)[];
  'dryRun'?: (boolean);
  'erasedAtMs'?: (number | string | Long);
  'repeat'?: (boolean);
  '_erasedAtMs'?: "erasedAtMs";
}

export interface EraseVisitorsRequest__Output {
  'anonymousIds': (string)[];
  'dryRun': (boolean);
  'erasedAtMs'?: (number);
  'repeat': (boolean);
  '_erasedAtMs'?: "erasedAtMs";
}
