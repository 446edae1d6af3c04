// Original file: protos/headwater/identity/v1/identity.proto


export interface Subscription {
  'subscriptionId'?: (string);
  'eventId'?: (string);
  'mrr'?: (string);
  'currency'?: (string);
  'plan'?: (string);
  '_mrr'?: "mrr";
  '_currency'?: "currency";
  '_plan'?: "plan";
}

export interface Subscription__Output {
  'subscriptionId': (string);
  'eventId': (string);
  'mrr'?: (string);
  'currency'?: (string);
  'plan'?: (string);
  '_mrr'?: "mrr";
  '_currency'?: "currency";
  '_plan'?: "plan";
}
