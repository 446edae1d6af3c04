// Original file: protos/headwater/identity/v1/identity.proto

import type { RowError as _headwater_identity_v1_RowError, RowError__Output as _headwater_identity_v1_RowError__Output } from '../../../headwater/identity/v1/RowError';

export interface PutCostsResponse {
  'imported'?: (number);
  'replaced'?: (number);
  'skipped'?: (number);
  'errors'?: (_headwater_identity_v1_RowError)[];
}

export interface PutCostsResponse__Output {
  'imported': (number);
  'replaced': (number);
  'skipped': (number);
  'errors': (_headwater_identity_v1_RowError__Output)[];
}
