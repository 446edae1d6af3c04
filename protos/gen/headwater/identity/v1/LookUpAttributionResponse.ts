// Original file: protos/headwater/identity/v1/identity.proto

import type { Attribution as _headwater_identity_v1_Attribution, Attribution__Output as _headwater_identity_v1_Attribution__Output } from '../../../headwater/identity/v1/Attribution';
import type { Long } from '@grpc/proto-loader';

export interface LookUpAttributionResponse {
  'found'?: (boolean);
  'attribution'?: (_headwater_identity_v1_Attribution | null);
  'visitors'?: (number | string | Long);
  'payments'?: (number | string | Long);
}

export interface LookUpAttributionResponse__Output {
  'found': (boolean);
  'attribution': (_headwater_identity_v1_Attribution__Output | null);
  'visitors': (number);
  'payments': (number);
}
