// Original file: protos/headwater/identity/v1/identity.proto


export interface Account {
  'email'?: (string);
  'userId'?: (string);
  'plan'?: (string);
  'company'?: (string);
  'mrr'?: (number | string);
  'traitsJson'?: (string);
  'unset'?: (string)[];
  '_userId'?: "userId";
  '_plan'?: "plan";
  '_company'?: "company";
  '_mrr'?: "mrr";
}

export interface Account__Output {
  'email': (string);
  'userId'?: (string);
  'plan'?: (string);
  'company'?: (string);
  'mrr'?: (number);
  'traitsJson': (string);
  'unset': (string)[];
  '_userId'?: "userId";
  '_plan'?: "plan";
  '_company'?: "company";
  '_mrr'?: "mrr";
}
