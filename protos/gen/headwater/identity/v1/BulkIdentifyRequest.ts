// Original file: protos/headwater/identity/v1/identity.proto

import type { BulkRow as _headwater_identity_v1_BulkRow, BulkRow__Output as _headwater_identity_v1_BulkRow__Output } from '../../../headwater/identity/v1/BulkRow';

export interface BulkIdentifyRequest {
  'users'?: (_headwater_identity_v1_BulkRow)[];
}

export interface BulkIdentifyRequest__Output {
  'users': (_headwater_identity_v1_BulkRow__Output)[];
}
