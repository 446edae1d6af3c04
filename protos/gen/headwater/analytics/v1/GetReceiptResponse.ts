// Original file: protos/headwater/analytics/v1/analytics.proto

import type { ReceiptSession as _headwater_analytics_v1_ReceiptSession, ReceiptSession__Output as _headwater_analytics_v1_ReceiptSession__Output } from '../../../headwater/analytics/v1/ReceiptSession';
import type { Long } from '@grpc/proto-loader';

export interface GetReceiptResponse {
  'status'?: (string);
  'receivedAtMs'?: (number | string | Long);
  'reason'?: (string);
  'botReason'?: (string);
  'field'?: (string);
  'message'?: (string);
  'session'?: (_headwater_analytics_v1_ReceiptSession | null);
  '_receivedAtMs'?: "receivedAtMs";
  '_reason'?: "reason";
  '_botReason'?: "botReason";
  '_field'?: "field";
  '_message'?: "message";
  '_session'?: "session";
}

export interface GetReceiptResponse__Output {
  'status': (string);
  'receivedAtMs'?: (number);
  'reason'?: (string);
  'botReason'?: (string);
  'field'?: (string);
  'message'?: (string);
  'session'?: (_headwater_analytics_v1_ReceiptSession__Output | null);
  '_receivedAtMs'?: "receivedAtMs";
  '_reason'?: "reason";
  '_botReason'?: "botReason";
  '_field'?: "field";
  '_message'?: "message";
  '_session'?: "session";
}
