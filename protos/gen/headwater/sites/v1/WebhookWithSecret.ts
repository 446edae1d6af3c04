// Original file: protos/headwater/sites/v1/sites.proto

import type { Webhook as _headwater_sites_v1_Webhook, Webhook__Output as _headwater_sites_v1_Webhook__Output } from '../../../headwater/sites/v1/Webhook';
import type { Long } from '@grpc/proto-loader';

export interface WebhookWithSecret {
  'webhook'?: (_headwater_sites_v1_Webhook | null);
  'secret'?: (string);
  'previousUntilMs'?: (number | string | Long);
  '_previousUntilMs'?: "previousUntilMs";
}

export interface WebhookWithSecret__Output {
  'webhook': (_headwater_sites_v1_Webhook__Output | null);
  'secret': (string);
  'previousUntilMs'?: (number);
  '_previousUntilMs'?: "previousUntilMs";
}
