// Original file: protos/headwater/sites/v1/sites.proto


export interface ListSitesRequest {
  'deleted'?: (boolean);
}

export interface ListSitesRequest__Output {
  'deleted': (boolean);
}
