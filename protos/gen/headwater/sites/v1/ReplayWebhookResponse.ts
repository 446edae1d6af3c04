// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface ReplayWebhookResponse {
  'queued'?: (number);
  'moreAfter'?: (number | string | Long);
  '_moreAfter'?: "moreAfter";
}

export interface ReplayWebhookResponse__Output {
  'queued': (number);
  'moreAfter'?: (number);
  '_moreAfter'?: "moreAfter";
}
