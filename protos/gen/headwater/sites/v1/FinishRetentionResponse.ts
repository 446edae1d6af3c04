// Original file: protos/headwater/sites/v1/sites.proto


export interface FinishRetentionResponse {
}

export interface FinishRetentionResponse__Output {
}
