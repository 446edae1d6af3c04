// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface GetReceiptResponse {
  'status'?: (string);
  'receivedAtMs'?: (number | string | Long);
  'reason'?: (string);
  'botReason'?: (string);
  'field'?: (string);
  'message'?: (string);
  '_receivedAtMs'?: "receivedAtMs";
  '_reason'?: "reason";
  '_botReason'?: "botReason";
  '_field'?: "field";
  '_message'?: "message";
}

export interface GetReceiptResponse__Output {
  'status': (string);
  'receivedAtMs'?: (number);
  'reason'?: (string);
  'botReason'?: (string);
  'field'?: (string);
  'message'?: (string);
  '_receivedAtMs'?: "receivedAtMs";
  '_reason'?: "reason";
  '_botReason'?: "botReason";
  '_field'?: "field";
  '_message'?: "message";
}
