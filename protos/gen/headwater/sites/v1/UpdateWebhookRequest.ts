// Original file: protos/headwater/sites/v1/sites.proto

import type { StringList as _headwater_sites_v1_StringList, StringList__Output as _headwater_sites_v1_StringList__Output } from '../../../headwater/sites/v1/StringList';
import type { Long } from '@grpc/proto-loader';

export interface UpdateWebhookRequest {
  'id'?: (number | string | Long);
  'url'?: (string);
  'description'?: (string);
  'events'?: (_headwater_sites_v1_StringList | null);
  'status'?: (string);
  '_url'?: "url";
  '_description'?: "description";
  '_events'?: "events";
  '_status'?: "status";
}

export interface UpdateWebhookRequest__Output {
  'id': (number);
  'url'?: (string);
  'description'?: (string);
  'events'?: (_headwater_sites_v1_StringList__Output | null);
  'status'?: (string);
  '_url'?: "url";
  '_description'?: "description";
  '_events'?: "events";
  '_status'?: "status";
}
