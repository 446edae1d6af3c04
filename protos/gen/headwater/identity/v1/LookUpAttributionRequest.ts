// Original file: protos/headwater/identity/v1/identity.proto


export interface LookUpAttributionRequest {
  'email'?: (string);
  'userId'?: (string);
  '_email'?: "email";
  '_userId'?: "userId";
}

export interface LookUpAttributionRequest__Output {
  'email'?: (string);
  'userId'?: (string);
  '_email'?: "email";
  '_userId'?: "userId";
}
