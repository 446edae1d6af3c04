// Original file: protos/headwater/identity/v1/identity.proto


export interface AcquisitionCost {
  'currency'?: (string);
  'amount'?: (string);
  'cac'?: (string);
  'roas'?: (string);
  'paybackMonths'?: (number);
  '_cac'?: "cac";
  '_roas'?: "roas";
  '_paybackMonths'?: "paybackMonths";
}

export interface AcquisitionCost__Output {
  'currency': (string);
  'amount': (string);
  'cac'?: (string);
  'roas'?: (string);
  'paybackMonths'?: (number);
  '_cac'?: "cac";
  '_roas'?: "roas";
  '_paybackMonths'?: "paybackMonths";
}
