// Original file: protos/headwater/identity/v1/identity.proto


export interface DeleteCostsRequest {
  'from'?: (string);
  'to'?: (string);
}

export interface DeleteCostsRequest__Output {
  'from': (string);
  'to': (string);
}
