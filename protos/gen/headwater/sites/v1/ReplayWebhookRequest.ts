// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface ReplayWebhookRequest {
  'id'?: (number | string | Long);
  'after'?: (number | string | Long);
  'sinceMs'?: (number | string | Long);
  '_after'?: "after";
  '_sinceMs'?: "sinceMs";
}

export interface ReplayWebhookRequest__Output {
  'id': (number);
  'after'?: (number);
  'sinceMs'?: (number);
  '_after'?: "after";
  '_sinceMs'?: "sinceMs";
}
