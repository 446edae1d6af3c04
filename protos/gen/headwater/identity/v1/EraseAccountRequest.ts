// Original file: protos/headwater/identity/v1/identity.proto


export interface EraseAccountRequest {
  'email'?: (string);
}

export interface EraseAccountRequest__Output {
  'email': (string);
}
