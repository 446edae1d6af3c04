// Original file: protos/headwater/identity/v1/identity.proto


export interface ListCompaniesRequest {
  'limit'?: (number);
  '_limit'?: "limit";
}

export interface ListCompaniesRequest__Output {
  'limit'?: (number);
  '_limit'?: "limit";
}
