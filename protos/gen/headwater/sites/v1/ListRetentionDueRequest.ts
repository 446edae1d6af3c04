// Original file: protos/headwater/sites/v1/sites.proto


export interface ListRetentionDueRequest {
}

export interface ListRetentionDueRequest__Output {
}
