// Original file: protos/headwater/identity/v1/identity.proto


export interface RowError {
  'index'?: (number);
  'message'?: (string);
  'field'?: (string);
}

export interface RowError__Output {
  'index': (number);
  'message': (string);
  'field': (string);
}
