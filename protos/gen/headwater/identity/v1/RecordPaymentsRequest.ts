// Original file: protos/headwater/identity/v1/identity.proto

import type { PaymentRow as _headwater_identity_v1_PaymentRow, PaymentRow__Output as _headwater_identity_v1_PaymentRow__Output } from '../../../headwater/identity/v1/PaymentRow';

export interface RecordPaymentsRequest {
  'payments'?: (_headwater_identity_v1_PaymentRow)[];
}

export interface RecordPaymentsRequest__Output {
  'payments': (_headwater_identity_v1_PaymentRow__Output)[];
}
