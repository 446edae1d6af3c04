// Original file: protos/headwater/identity/v1/identity.proto


export interface GetCreditRequest {
  'paymentId'?: (string);
  'model'?: (string);
  'lookback'?: (number);
  '_model'?: "model";
  '_lookback'?: "lookback";
}

export interface GetCreditRequest__Output {
  'paymentId': (string);
  'model'?: (string);
  'lookback'?: (number);
  '_model'?: "model";
  '_lookback'?: "lookback";
}
