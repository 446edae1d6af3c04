// Original file: protos/headwater/identity/v1/identity.proto

import type { LaterTouch as _headwater_identity_v1_LaterTouch, LaterTouch__Output as _headwater_identity_v1_LaterTouch__Output } from '../../../headwater/identity/v1/LaterTouch';

export interface CreditShare {
  'touch'?: (_headwater_identity_v1_LaterTouch | null);
  'share'?: (number | string);
  'amount'?: (string);
  'reason'?: (string);
}

export interface CreditShare__Output {
  'touch': (_headwater_identity_v1_LaterTouch__Output | null);
  'share': (number);
  'amount': (string);
  'reason': (string);
}
