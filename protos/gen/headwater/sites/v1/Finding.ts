// Original file: protos/headwater/sites/v1/sites.proto


export interface Finding {
  'code'?: (string);
  'message'?: (string);
  'fix'?: (string);
}

export interface Finding__Output {
  'code': (string);
  'message': (string);
  'fix': (string);
}
