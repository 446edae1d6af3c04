// Original file: protos/headwater/identity/v1/identity.proto

import type { Account as _headwater_identity_v1_Account, Account__Output as _headwater_identity_v1_Account__Output } from '../../../headwater/identity/v1/Account';
import type { Long } from '@grpc/proto-loader';

export interface IdentifyRequest {
  'anonymousId'?: (string);
  'account'?: (_headwater_identity_v1_Account | null);
  'atMs'?: (number | string | Long);
  'isRepeat'?: (boolean);
  '_atMs'?: "atMs";
}

export interface IdentifyRequest__Output {
  'anonymousId': (string);
  'account': (_headwater_identity_v1_Account__Output | null);
  'atMs'?: (number);
  'isRepeat': (boolean);
  '_atMs'?: "atMs";
}
