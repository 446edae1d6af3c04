// Original file: protos/headwater/sites/v1/sites.proto


export interface BeginPurgeResponse {
}

export interface BeginPurgeResponse__Output {
}
