// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface TouchedVisitor {
  'workspaceId'?: (number | string | Long);
  'visitorKey'?: (Buffer | Uint8Array | string);
}

export interface TouchedVisitor__Output {
  'workspaceId': (number);
  'visitorKey': (Buffer);
}
