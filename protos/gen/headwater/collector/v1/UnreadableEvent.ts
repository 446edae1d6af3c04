// Original file: protos/headwater/collector/v1/collector.proto


export interface UnreadableEvent {
  'index'?: (number);
  'id'?: (string);
  'field'?: (string);
  'message'?: (string);
}

export interface UnreadableEvent__Output {
  'index': (number);
  'id': (string);
  'field': (string);
  'message': (string);
}
