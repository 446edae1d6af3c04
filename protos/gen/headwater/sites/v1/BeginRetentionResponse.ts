// Original file: protos/headwater/sites/v1/sites.proto


export interface BeginRetentionResponse {
}

export interface BeginRetentionResponse__Output {
}
