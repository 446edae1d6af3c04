// Original file: protos/headwater/sites/v1/sites.proto


export interface StringList {
  'values'?: (string)[];
}

export interface StringList__Output {
  'values': (string)[];
}
