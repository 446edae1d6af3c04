// Original file: protos/headwater/identity/v1/identity.proto

import type { CostRow as _headwater_identity_v1_CostRow, CostRow__Output as _headwater_identity_v1_CostRow__Output } from '../../../headwater/identity/v1/CostRow';

export interface PutCostsRequest {
  'costs'?: (_headwater_identity_v1_CostRow)[];
}

export interface PutCostsRequest__Output {
  'costs': (_headwater_identity_v1_CostRow__Output)[];
}
