// Original file: protos/headwater/identity/v1/identity.proto


export interface RevenueOfCustomers {
  'currency'?: (string);
  'gross'?: (string);
  'refunds'?: (string);
  'net'?: (string);
}

export interface RevenueOfCustomers__Output {
  'currency': (string);
  'gross': (string);
  'refunds': (string);
  'net': (string);
}
