// Original file: protos/headwater/sites/v1/sites.proto


export interface ListDueRequest {
}

export interface ListDueRequest__Output {
}
