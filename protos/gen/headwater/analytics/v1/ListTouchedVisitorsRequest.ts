// Original file: protos/headwater/analytics/v1/analytics.proto


export interface ListTouchedVisitorsRequest {
  'cursor'?: (string);
  'limit'?: (number);
}

export interface ListTouchedVisitorsRequest__Output {
  'cursor': (string);
  'limit': (number);
}
