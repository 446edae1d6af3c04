// Original file: protos/headwater/identity/v1/identity.proto

import type { Erasure as _headwater_identity_v1_Erasure, Erasure__Output as _headwater_identity_v1_Erasure__Output } from '../../../headwater/identity/v1/Erasure';
import type { ErasedProfile as _headwater_identity_v1_ErasedProfile, ErasedProfile__Output as _headwater_identity_v1_ErasedProfile__Output } from '../../../headwater/identity/v1/ErasedProfile';
import type { Long } from '@grpc/proto-loader';

export interface LoggedErasure {
  'workspaceId'?: (number | string | Long);
  'certificate'?: (_headwater_identity_v1_Erasure | null);
  'profiles'?: (_headwater_identity_v1_ErasedProfile)[];
  'sealed'?: (Buffer | Uint8Array | string);
  'part'?: (number);
}

export interface LoggedErasure__Output {
  'workspaceId': (number);
  'certificate': (_headwater_identity_v1_Erasure__Output | null);
  'profiles': (_headwater_identity_v1_ErasedProfile__Output)[];
  'sealed': (Buffer);
  'part': (number);
}
