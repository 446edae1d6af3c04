// Original file: protos/headwater/identity/v1/identity.proto


export interface RecordBillingResponse {
  'known'?: (boolean);
}

export interface RecordBillingResponse__Output {
  'known': (boolean);
}
