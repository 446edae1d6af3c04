// Original file: protos/headwater/identity/v1/identity.proto


export interface RecordPaymentResponse {
  'created'?: (boolean);
  'attributed'?: (boolean);
  'channel'?: (string);
  '_channel'?: "channel";
}

export interface RecordPaymentResponse__Output {
  'created': (boolean);
  'attributed': (boolean);
  'channel'?: (string);
  '_channel'?: "channel";
}
