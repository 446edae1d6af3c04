// Original file: protos/headwater/analytics/v1/analytics.proto


export interface ListFirstTouchesRequest {
  'anonymousIds'?: (string)[];
}

export interface ListFirstTouchesRequest__Output {
  'anonymousIds': (string)[];
}
