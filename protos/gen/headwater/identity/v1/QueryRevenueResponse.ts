// Original file: protos/headwater/identity/v1/identity.proto

import type { CurrencyRevenue as _headwater_identity_v1_CurrencyRevenue, CurrencyRevenue__Output as _headwater_identity_v1_CurrencyRevenue__Output } from '../../../headwater/identity/v1/CurrencyRevenue';
import type { PendingRevenue as _headwater_identity_v1_PendingRevenue, PendingRevenue__Output as _headwater_identity_v1_PendingRevenue__Output } from '../../../headwater/identity/v1/PendingRevenue';
import type { NewMrr as _headwater_identity_v1_NewMrr, NewMrr__Output as _headwater_identity_v1_NewMrr__Output } from '../../../headwater/identity/v1/NewMrr';

export interface QueryRevenueResponse {
  'from'?: (string);
  'to'?: (string);
  'timezone'?: (string);
  'grain'?: (string);
  'model'?: (string);
  'dimension'?: (string);
  'currencies'?: (_headwater_identity_v1_CurrencyRevenue)[];
  'pending'?: (_headwater_identity_v1_PendingRevenue)[];
  'newMrr'?: (_headwater_identity_v1_NewMrr)[];
  'lookback'?: (number);
  '_dimension'?: "dimension";
  '_lookback'?: "lookback";
}

export interface QueryRevenueResponse__Output {
  'from': (string);
  'to': (string);
  'timezone': (string);
  'grain': (string);
  'model': (string);
  'dimension'?: (string);
  'currencies': (_headwater_identity_v1_CurrencyRevenue__Output)[];
  'pending': (_headwater_identity_v1_PendingRevenue__Output)[];
  'newMrr': (_headwater_identity_v1_NewMrr__Output)[];
  'lookback'?: (number);
  '_dimension'?: "dimension";
  '_lookback'?: "lookback";
}
