// Original file: protos/headwater/collector/v1/collector.proto


export interface Drop {
  'index'?: (number);
  'id'?: (string);
  'reason'?: (string);
  'field'?: (string);
  'message'?: (string);
}

export interface Drop__Output {
  'index': (number);
  'id': (string);
  'reason': (string);
  'field': (string);
  'message': (string);
}
