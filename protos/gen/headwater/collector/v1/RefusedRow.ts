// Original file: protos/headwater/collector/v1/collector.proto


export interface RefusedRow {
  'line'?: (number);
  'message'?: (string);
  'field'?: (string);
}

export interface RefusedRow__Output {
  'line': (number);
  'message': (string);
  'field': (string);
}
