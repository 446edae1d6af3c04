// Original file: protos/headwater/sites/v1/sites.proto


export interface ListWebhooksRequest {
}

export interface ListWebhooksRequest__Output {
}
