// Original file: protos/headwater/analytics/v1/analytics.proto


export interface ListClickIdSitesRequest {
}

export interface ListClickIdSitesRequest__Output {
}
