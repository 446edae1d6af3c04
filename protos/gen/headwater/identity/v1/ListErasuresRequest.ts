// Original file: protos/headwater/identity/v1/identity.proto

import type { ErasurePosition as _headwater_identity_v1_ErasurePosition, ErasurePosition__Output as _headwater_identity_v1_ErasurePosition__Output } from '../../../headwater/identity/v1/ErasurePosition';

export interface ListErasuresRequest {
  'before'?: (_headwater_identity_v1_ErasurePosition | null);
  'limit'?: (number);
  '_before'?: "before";
}

export interface ListErasuresRequest__Output {
  'before'?: (_headwater_identity_v1_ErasurePosition__Output | null);
  'limit': (number);
  '_before'?: "before";
}
