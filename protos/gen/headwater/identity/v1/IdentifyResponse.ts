// Original file: protos/headwater/identity/v1/identity.proto


export interface IdentifyResponse {
  'linked'?: (boolean);
  'channel'?: (string);
  'enriched'?: (boolean);
  '_channel'?: "channel";
}

export interface IdentifyResponse__Output {
  'linked': (boolean);
  'channel'?: (string);
  'enriched': (boolean);
  '_channel'?: "channel";
}
