// Original file: protos/headwater/sites/v1/sites.proto


export interface ListSitesToAuditRequest {
  'limit'?: (number);
}

export interface ListSitesToAuditRequest__Output {
  'limit': (number);
}
