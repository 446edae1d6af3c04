// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface CreateWebhookRequest {
  'url'?: (string);
  'description'?: (string);
  'events'?: (string)[];
  'createdBy'?: (number | string | Long);
  '_createdBy'?: "createdBy";
}

export interface CreateWebhookRequest__Output {
  'url': (string);
  'description': (string);
  'events': (string)[];
  'createdBy'?: (number);
  '_createdBy'?: "createdBy";
}
