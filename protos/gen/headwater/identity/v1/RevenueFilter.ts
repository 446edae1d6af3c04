// Original file: protos/headwater/identity/v1/identity.proto


export interface RevenueFilter {
  'key'?: (string);
  'operator'?: (string);
  'value'?: (string);
}

export interface RevenueFilter__Output {
  'key': (string);
  'operator': (string);
  'value': (string);
}
