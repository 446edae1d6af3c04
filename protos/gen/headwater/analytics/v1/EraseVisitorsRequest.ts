// Original file: protos/headwater/analytics/v1/analytics.proto


export interface EraseVisitorsRequest {
  'anonymousIds'?: (string)[];
  'dryRun'?: (boolean);
}

export interface EraseVisitorsRequest__Output {
  'anonymousIds': (string)[];
  'dryRun': (boolean);
}
