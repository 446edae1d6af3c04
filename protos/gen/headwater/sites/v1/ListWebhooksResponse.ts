// Original file: protos/headwater/sites/v1/sites.proto

import type { Webhook as _headwater_sites_v1_Webhook, Webhook__Output as _headwater_sites_v1_Webhook__Output } from '../../../headwater/sites/v1/Webhook';

export interface ListWebhooksResponse {
  'webhooks'?: (_headwater_sites_v1_Webhook)[];
}

export interface ListWebhooksResponse__Output {
  'webhooks': (_headwater_sites_v1_Webhook__Output)[];
}
