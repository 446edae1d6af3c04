// Original file: protos/headwater/identity/v1/identity.proto

import type { LookedUpAccount as _headwater_identity_v1_LookedUpAccount, LookedUpAccount__Output as _headwater_identity_v1_LookedUpAccount__Output } from '../../../headwater/identity/v1/LookedUpAccount';

export interface LookUpAttributionsResponse {
  'accounts'?: (_headwater_identity_v1_LookedUpAccount)[];
}

export interface LookUpAttributionsResponse__Output {
  'accounts': (_headwater_identity_v1_LookedUpAccount__Output)[];
}
