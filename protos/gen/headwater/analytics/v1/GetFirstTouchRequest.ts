// Original file: protos/headwater/analytics/v1/analytics.proto


export interface GetFirstTouchRequest {
  'anonymousId'?: (string);
}

export interface GetFirstTouchRequest__Output {
  'anonymousId': (string);
}
