// Original file: protos/headwater/identity/v1/identity.proto


export interface CohortPeriod {
  'period'?: (number);
  'value'?: (string);
  'cumulative'?: (string);
  'perCustomer'?: (string);
  '_perCustomer'?: "perCustomer";
}

export interface CohortPeriod__Output {
  'period': (number);
  'value': (string);
  'cumulative': (string);
  'perCustomer'?: (string);
  '_perCustomer'?: "perCustomer";
}
