// Original file: protos/headwater/identity/v1/identity.proto


export interface GetErasureRequest {
  'id'?: (string);
}

export interface GetErasureRequest__Output {
  'id': (string);
}
