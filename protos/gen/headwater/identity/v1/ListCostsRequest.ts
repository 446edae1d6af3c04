// Original file: protos/headwater/identity/v1/identity.proto

import type { Cost as _headwater_identity_v1_Cost, Cost__Output as _headwater_identity_v1_Cost__Output } from '../../../headwater/identity/v1/Cost';

export interface ListCostsRequest {
  'from'?: (string);
  'to'?: (string);
  'after'?: (_headwater_identity_v1_Cost | null);
  'limit'?: (number);
  '_from'?: "from";
  '_to'?: "to";
  '_after'?: "after";
}

export interface ListCostsRequest__Output {
  'from'?: (string);
  'to'?: (string);
  'after'?: (_headwater_identity_v1_Cost__Output | null);
  'limit': (number);
  '_from'?: "from";
  '_to'?: "to";
  '_after'?: "after";
}
