// Original file: protos/headwater/sites/v1/sites.proto


export interface GoalFilter {
  'key'?: (string);
  'operator'?: (string);
  'value'?: (string);
}

export interface GoalFilter__Output {
  'key': (string);
  'operator': (string);
  'value': (string);
}
