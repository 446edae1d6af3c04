// Original file: protos/headwater/identity/v1/identity.proto


export interface Payment {
  'paymentId'?: (string);
  'email'?: (string);
  'userId'?: (string);
  'amount'?: (string);
  'currency'?: (string);
  'type'?: (string);
  'occurredAt'?: (string);
  'customerId'?: (string);
  'siblingPaymentId'?: (string);
  '_email'?: "email";
  '_userId'?: "userId";
  '_occurredAt'?: "occurredAt";
  '_customerId'?: "customerId";
  '_siblingPaymentId'?: "siblingPaymentId";
}

export interface Payment__Output {
  'paymentId': (string);
  'email'?: (string);
  'userId'?: (string);
  'amount': (string);
  'currency': (string);
  'type': (string);
  'occurredAt'?: (string);
  'customerId'?: (string);
  'siblingPaymentId'?: (string);
  '_email'?: "email";
  '_userId'?: "userId";
  '_occurredAt'?: "occurredAt";
  '_customerId'?: "customerId";
  '_siblingPaymentId'?: "siblingPaymentId";
}
