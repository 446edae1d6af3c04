// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface DeleteWebhookResponse {
  'id'?: (number | string | Long);
}

export interface DeleteWebhookResponse__Output {
  'id': (number);
}
