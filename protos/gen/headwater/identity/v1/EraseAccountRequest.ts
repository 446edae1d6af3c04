// Original file: protos/headwater/identity/v1/identity.proto


export interface EraseAccountRequest {
  'email'?: (string);
  'userId'?: (string);
  'anonymousId'?: (string);
  '_email'?: "email";
  '_userId'?: "userId";
  '_anonymousId'?: "anonymousId";
}

export interface EraseAccountRequest__Output {
  'email'?: (string);
  'userId'?: (string);
  'anonymousId'?: (string);
  '_email'?: "email";
  '_userId'?: "userId";
  '_anonymousId'?: "anonymousId";
}
