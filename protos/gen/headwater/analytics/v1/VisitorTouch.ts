// Original file: protos/headwater/analytics/v1/analytics.proto

import type { GetFirstTouchResponse as _headwater_analytics_v1_GetFirstTouchResponse, GetFirstTouchResponse__Output as _headwater_analytics_v1_GetFirstTouchResponse__Output } from '../../../headwater/analytics/v1/GetFirstTouchResponse';

export interface VisitorTouch {
  'anonymousId'?: (string);
  'touch'?: (_headwater_analytics_v1_GetFirstTouchResponse | null);
}

export interface VisitorTouch__Output {
  'anonymousId': (string);
  'touch': (_headwater_analytics_v1_GetFirstTouchResponse__Output | null);
}
