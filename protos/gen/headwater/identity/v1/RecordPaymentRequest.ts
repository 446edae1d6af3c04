// Original file: protos/headwater/identity/v1/identity.proto

import type { Payment as _headwater_identity_v1_Payment, Payment__Output as _headwater_identity_v1_Payment__Output } from '../../../headwater/identity/v1/Payment';

export interface RecordPaymentRequest {
  'payment'?: (_headwater_identity_v1_Payment | null);
  'aliasIds'?: (string)[];
  'voided'?: (boolean);
  'cumulative'?: (boolean);
}

export interface RecordPaymentRequest__Output {
  'payment': (_headwater_identity_v1_Payment__Output | null);
  'aliasIds': (string)[];
  'voided': (boolean);
  'cumulative': (boolean);
}
