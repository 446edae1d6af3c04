// Original file: protos/headwater/identity/v1/identity.proto

import type { Account as _headwater_identity_v1_Account, Account__Output as _headwater_identity_v1_Account__Output } from '../../../headwater/identity/v1/Account';

export interface IdentifyRequest {
  'anonymousId'?: (string);
  'account'?: (_headwater_identity_v1_Account | null);
}

export interface IdentifyRequest__Output {
  'anonymousId': (string);
  'account': (_headwater_identity_v1_Account__Output | null);
}
