// Original file: protos/headwater/sites/v1/sites.proto


export interface CreateWebhookRequest {
  'url'?: (string);
  'description'?: (string);
  'events'?: (string)[];
}

export interface CreateWebhookRequest__Output {
  'url': (string);
  'description': (string);
  'events': (string)[];
}
