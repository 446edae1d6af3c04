// Original file: protos/headwater/identity/v1/identity.proto

import type { LedgerAccount as _headwater_identity_v1_LedgerAccount, LedgerAccount__Output as _headwater_identity_v1_LedgerAccount__Output } from '../../../headwater/identity/v1/LedgerAccount';

export interface ListAccountsResponse {
  'accounts'?: (_headwater_identity_v1_LedgerAccount)[];
  'more'?: (boolean);
}

export interface ListAccountsResponse__Output {
  'accounts': (_headwater_identity_v1_LedgerAccount__Output)[];
  'more': (boolean);
}
