// Original file: protos/headwater/sites/v1/sites.proto


export interface RecordNoticesResponse {
}

export interface RecordNoticesResponse__Output {
}
