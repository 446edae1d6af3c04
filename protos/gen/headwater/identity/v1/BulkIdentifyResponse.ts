// Original file: protos/headwater/identity/v1/identity.proto

import type { RowError as _headwater_identity_v1_RowError, RowError__Output as _headwater_identity_v1_RowError__Output } from '../../../headwater/identity/v1/RowError';
import type { RowWarning as _headwater_identity_v1_RowWarning, RowWarning__Output as _headwater_identity_v1_RowWarning__Output } from '../../../headwater/identity/v1/RowWarning';

export interface BulkIdentifyResponse {
  'imported'?: (number);
  'skipped'?: (number);
  'errors'?: (_headwater_identity_v1_RowError)[];
  'warnings'?: (_headwater_identity_v1_RowWarning)[];
}

export interface BulkIdentifyResponse__Output {
  'imported': (number);
  'skipped': (number);
  'errors': (_headwater_identity_v1_RowError__Output)[];
  'warnings': (_headwater_identity_v1_RowWarning__Output)[];
}
