// Original file: protos/headwater/identity/v1/identity.proto

import type { Attribution as _headwater_identity_v1_Attribution, Attribution__Output as _headwater_identity_v1_Attribution__Output } from '../../../headwater/identity/v1/Attribution';
import type { LaterTouch as _headwater_identity_v1_LaterTouch, LaterTouch__Output as _headwater_identity_v1_LaterTouch__Output } from '../../../headwater/identity/v1/LaterTouch';
import type { AccountRevenue as _headwater_identity_v1_AccountRevenue, AccountRevenue__Output as _headwater_identity_v1_AccountRevenue__Output } from '../../../headwater/identity/v1/AccountRevenue';
import type { AccountPayment as _headwater_identity_v1_AccountPayment, AccountPayment__Output as _headwater_identity_v1_AccountPayment__Output } from '../../../headwater/identity/v1/AccountPayment';
import type { Long } from '@grpc/proto-loader';

export interface LookUpAttributionResponse {
  'found'?: (boolean);
  'attribution'?: (_headwater_identity_v1_Attribution | null);
  'visitors'?: (number | string | Long);
  'payments'?: (number | string | Long);
  'pendingVisitors'?: (number | string | Long);
  'laterTouches'?: (_headwater_identity_v1_LaterTouch)[];
  'laterTouchCount'?: (number | string | Long);
  'revenue'?: (_headwater_identity_v1_AccountRevenue)[];
  'latestPayments'?: (_headwater_identity_v1_AccountPayment)[];
}

export interface LookUpAttributionResponse__Output {
  'found': (boolean);
  'attribution': (_headwater_identity_v1_Attribution__Output | null);
  'visitors': (number);
  'payments': (number);
  'pendingVisitors': (number);
  'laterTouches': (_headwater_identity_v1_LaterTouch__Output)[];
  'laterTouchCount': (number);
  'revenue': (_headwater_identity_v1_AccountRevenue__Output)[];
  'latestPayments': (_headwater_identity_v1_AccountPayment__Output)[];
}
