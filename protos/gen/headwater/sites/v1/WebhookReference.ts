// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface WebhookReference {
  'id'?: (number | string | Long);
}

export interface WebhookReference__Output {
  'id': (number);
}
