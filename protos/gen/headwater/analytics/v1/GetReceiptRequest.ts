// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface GetReceiptRequest {
  'siteId'?: (number | string | Long);
  'eventId'?: (string);
  'visitorKey'?: (Buffer | Uint8Array | string);
}

export interface GetReceiptRequest__Output {
  'siteId': (number);
  'eventId': (string);
  'visitorKey': (Buffer);
}
