// Original file: protos/headwater/identity/v1/identity.proto

import type { Correction as _headwater_identity_v1_Correction, Correction__Output as _headwater_identity_v1_Correction__Output } from '../../../headwater/identity/v1/Correction';

export interface ListCorrectionsResponse {
  'corrections'?: (_headwater_identity_v1_Correction)[];
}

export interface ListCorrectionsResponse__Output {
  'corrections': (_headwater_identity_v1_Correction__Output)[];
}
