// Original file: protos/headwater/analytics/v1/analytics.proto


export interface ReceiptSession {
  'id'?: (string);
  'channel'?: (string);
  'source'?: (string);
  'rulesVersion'?: (number);
}

export interface ReceiptSession__Output {
  'id': (string);
  'channel': (string);
  'source': (string);
  'rulesVersion': (number);
}
