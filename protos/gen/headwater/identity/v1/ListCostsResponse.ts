// Original file: protos/headwater/identity/v1/identity.proto

import type { Cost as _headwater_identity_v1_Cost, Cost__Output as _headwater_identity_v1_Cost__Output } from '../../../headwater/identity/v1/Cost';

export interface ListCostsResponse {
  'costs'?: (_headwater_identity_v1_Cost)[];
}

export interface ListCostsResponse__Output {
  'costs': (_headwater_identity_v1_Cost__Output)[];
}
