// Original file: protos/headwater/identity/v1/identity.proto

import type { FieldWarning as _headwater_identity_v1_FieldWarning, FieldWarning__Output as _headwater_identity_v1_FieldWarning__Output } from '../../../headwater/identity/v1/FieldWarning';

export interface IdentifyResponse {
  'linked'?: (boolean);
  'channel'?: (string);
  'enriched'?: (boolean);
  'warnings'?: (_headwater_identity_v1_FieldWarning)[];
  '_channel'?: "channel";
}

export interface IdentifyResponse__Output {
  'linked': (boolean);
  'channel'?: (string);
  'enriched': (boolean);
  'warnings': (_headwater_identity_v1_FieldWarning__Output)[];
  '_channel'?: "channel";
}
