// Original file: protos/headwater/analytics/v1/analytics.proto

import type { GetFirstTouchResponse as _headwater_analytics_v1_GetFirstTouchResponse, GetFirstTouchResponse__Output as _headwater_analytics_v1_GetFirstTouchResponse__Output } from '../../../headwater/analytics/v1/GetFirstTouchResponse';
import type { Long } from '@grpc/proto-loader';

export interface VisitorTouch {
  'anonymousId'?: (string);
  'touch'?: (_headwater_analytics_v1_GetFirstTouchResponse | null);
  'index'?: (number);
  'arrivedAtMs'?: (number | string | Long);
  'eventId'?: (string);
  'firstArrivalMs'?: (number | string | Long);
  '_arrivedAtMs'?: "arrivedAtMs";
}

export interface VisitorTouch__Output {
  'anonymousId': (string);
  'touch': (_headwater_analytics_v1_GetFirstTouchResponse__Output | null);
  'index': (number);
  'arrivedAtMs'?: (number);
  'eventId': (string);
  'firstArrivalMs': (number);
  '_arrivedAtMs'?: "arrivedAtMs";
}
