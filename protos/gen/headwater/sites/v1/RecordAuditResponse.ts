// Original file: protos/headwater/sites/v1/sites.proto


export interface RecordAuditResponse {
}

export interface RecordAuditResponse__Output {
}
