// Original file: protos/headwater/sites/v1/sites.proto


export interface BeginAuditResponse {
}

export interface BeginAuditResponse__Output {
}
