// Original file: protos/headwater/identity/v1/identity.proto


export interface FieldWarning {
  'field'?: (string);
  'message'?: (string);
}

export interface FieldWarning__Output {
  'field': (string);
  'message': (string);
}
