// Original file: protos/headwater/identity/v1/identity.proto


export interface RowWarning {
  'index'?: (number);
  'field'?: (string);
  'message'?: (string);
}

export interface RowWarning__Output {
  'index': (number);
  'field': (string);
  'message': (string);
}
