// Original file: protos/headwater/analytics/v1/analytics.proto

import type { VisitorTouch as _headwater_analytics_v1_VisitorTouch, VisitorTouch__Output as _headwater_analytics_v1_VisitorTouch__Output } from '../../../headwater/analytics/v1/VisitorTouch';

export interface ListFirstTouchesResponse {
  'touches'?: (_headwater_analytics_v1_VisitorTouch)[];
  'visitorKeys'?: (Buffer | Uint8Array | string)[];
  'considersArrival'?: (boolean);
}

export interface ListFirstTouchesResponse__Output {
  'touches': (_headwater_analytics_v1_VisitorTouch__Output)[];
  'visitorKeys': (Buffer)[];
  'considersArrival': (boolean);
}
