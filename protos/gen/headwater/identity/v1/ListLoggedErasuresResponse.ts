// Original file: protos/headwater/identity/v1/identity.proto

import type { LoggedErasure as _headwater_identity_v1_LoggedErasure, LoggedErasure__Output as _headwater_identity_v1_LoggedErasure__Output } from '../../../headwater/identity/v1/LoggedErasure';
import type { Long } from '@grpc/proto-loader';

export interface ListLoggedErasuresResponse {
  'erasures'?: (_headwater_identity_v1_LoggedErasure)[];
  'last'?: (number | string | Long);
}

export interface ListLoggedErasuresResponse__Output {
  'erasures': (_headwater_identity_v1_LoggedErasure__Output)[];
  'last': (number);
}
