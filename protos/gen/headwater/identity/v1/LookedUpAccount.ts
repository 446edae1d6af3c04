// Original file: protos/headwater/identity/v1/identity.proto

import type { LedgerAccount as _headwater_identity_v1_LedgerAccount, LedgerAccount__Output as _headwater_identity_v1_LedgerAccount__Output } from '../../../headwater/identity/v1/LedgerAccount';
import type { Long } from '@grpc/proto-loader';

export interface LookedUpAccount {
  'problem'?: (string);
  'account'?: (_headwater_identity_v1_LedgerAccount | null);
  'visitors'?: (number | string | Long);
  'pendingVisitors'?: (number | string | Long);
}

export interface LookedUpAccount__Output {
  'problem': (string);
  'account': (_headwater_identity_v1_LedgerAccount__Output | null);
  'visitors': (number);
  'pendingVisitors': (number);
}
