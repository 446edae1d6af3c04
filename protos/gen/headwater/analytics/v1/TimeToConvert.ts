// Original file: protos/headwater/analytics/v1/analytics.proto


export interface TimeToConvert {
  'median'?: (number | string);
  'p90'?: (number | string);
}

export interface TimeToConvert__Output {
  'median': (number);
  'p90': (number);
}
