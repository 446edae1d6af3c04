// Original file: protos/headwater/sites/v1/sites.proto


export interface TestWebhookResponse {
  'noticeId'?: (string);
}

export interface TestWebhookResponse__Output {
  'noticeId': (string);
}
