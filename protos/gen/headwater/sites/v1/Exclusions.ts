// Original file: protos/headwater/sites/v1/sites.proto


export interface Exclusions {
  'paths'?: (string)[];
  'addresses'?: (string)[];
}

export interface Exclusions__Output {
  'paths': (string)[];
  'addresses': (string)[];
}
