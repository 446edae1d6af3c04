// Original file: protos/headwater/identity/v1/identity.proto

import type { CreditShare as _headwater_identity_v1_CreditShare, CreditShare__Output as _headwater_identity_v1_CreditShare__Output } from '../../../headwater/identity/v1/CreditShare';

export interface GetCreditResponse {
  'paymentId'?: (string);
  'amount'?: (string);
  'currency'?: (string);
  'type'?: (string);
  'model'?: (string);
  'lookback'?: (number);
  'shares'?: (_headwater_identity_v1_CreditShare)[];
}

export interface GetCreditResponse__Output {
  'paymentId': (string);
  'amount': (string);
  'currency': (string);
  'type': (string);
  'model': (string);
  'lookback': (number);
  'shares': (_headwater_identity_v1_CreditShare__Output)[];
}
