// Original file: protos/headwater/identity/v1/identity.proto


export interface Payment {
  'paymentId'?: (string);
  'email'?: (string);
  'userId'?: (string);
  'amount'?: (string);
  'currency'?: (string);
  'type'?: (string);
  'occurredAt'?: (string);
  '_email'?: "email";
  '_userId'?: "userId";
  '_occurredAt'?: "occurredAt";
}

export interface Payment__Output {
  'paymentId': (string);
  'email'?: (string);
  'userId'?: (string);
  'amount': (string);
  'currency': (string);
  'type': (string);
  'occurredAt'?: (string);
  '_email'?: "email";
  '_userId'?: "userId";
  '_occurredAt'?: "occurredAt";
}
