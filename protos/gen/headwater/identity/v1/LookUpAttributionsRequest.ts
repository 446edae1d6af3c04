// Original file: protos/headwater/identity/v1/identity.proto

import type { LookUpAttributionRequest as _headwater_identity_v1_LookUpAttributionRequest, LookUpAttributionRequest__Output as _headwater_identity_v1_LookUpAttributionRequest__Output } from '../../../headwater/identity/v1/LookUpAttributionRequest';

export interface LookUpAttributionsRequest {
  'accounts'?: (_headwater_identity_v1_LookUpAttributionRequest)[];
}

export interface LookUpAttributionsRequest__Output {
  'accounts': (_headwater_identity_v1_LookUpAttributionRequest__Output)[];
}
