// Original file: protos/headwater/identity/v1/identity.proto

import type { Erasure as _headwater_identity_v1_Erasure, Erasure__Output as _headwater_identity_v1_Erasure__Output } from '../../../headwater/identity/v1/Erasure';

export interface ListErasuresResponse {
  'erasures'?: (_headwater_identity_v1_Erasure)[];
}

export interface ListErasuresResponse__Output {
  'erasures': (_headwater_identity_v1_Erasure__Output)[];
}
