// Original file: protos/headwater/identity/v1/identity.proto

import type { LedgerAccount as _headwater_identity_v1_LedgerAccount, LedgerAccount__Output as _headwater_identity_v1_LedgerAccount__Output } from '../../../headwater/identity/v1/LedgerAccount';
import type { AccountPayment as _headwater_identity_v1_AccountPayment, AccountPayment__Output as _headwater_identity_v1_AccountPayment__Output } from '../../../headwater/identity/v1/AccountPayment';
import type { LaterTouch as _headwater_identity_v1_LaterTouch, LaterTouch__Output as _headwater_identity_v1_LaterTouch__Output } from '../../../headwater/identity/v1/LaterTouch';

export interface GetAccountResponse {
  'account'?: (_headwater_identity_v1_LedgerAccount | null);
  'payments'?: (_headwater_identity_v1_AccountPayment)[];
  'touches'?: (_headwater_identity_v1_LaterTouch)[];
}

export interface GetAccountResponse__Output {
  'account': (_headwater_identity_v1_LedgerAccount__Output | null);
  'payments': (_headwater_identity_v1_AccountPayment__Output)[];
  'touches': (_headwater_identity_v1_LaterTouch__Output)[];
}
