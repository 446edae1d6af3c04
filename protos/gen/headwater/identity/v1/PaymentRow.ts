// Original file: protos/headwater/identity/v1/identity.proto

import type { Payment as _headwater_identity_v1_Payment, Payment__Output as _headwater_identity_v1_Payment__Output } from '../../../headwater/identity/v1/Payment';

export interface PaymentRow {
  'index'?: (number);
  'payment'?: (_headwater_identity_v1_Payment | null);
}

export interface PaymentRow__Output {
  'index': (number);
  'payment': (_headwater_identity_v1_Payment__Output | null);
}
