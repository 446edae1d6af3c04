// Original file: protos/headwater/sites/v1/sites.proto


export interface FinishPurgeResponse {
}

export interface FinishPurgeResponse__Output {
}
