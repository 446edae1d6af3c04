// Original file: protos/headwater/analytics/v1/analytics.proto


export interface Filter {
  'key'?: (string);
  'operator'?: (string);
  'value'?: (string);
}

export interface Filter__Output {
  'key': (string);
  'operator': (string);
  'value': (string);
}
