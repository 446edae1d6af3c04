// Original file: protos/headwater/analytics/v1/analytics.proto


export interface DeleteClickIdsResponse {
}

export interface DeleteClickIdsResponse__Output {
}
