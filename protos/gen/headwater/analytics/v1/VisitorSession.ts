// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Touch as _headwater_analytics_v1_Touch, Touch__Output as _headwater_analytics_v1_Touch__Output } from '../../../headwater/analytics/v1/Touch';
import type { Long } from '@grpc/proto-loader';

export interface VisitorSession {
  'index'?: (number);
  'touch'?: (_headwater_analytics_v1_Touch | null);
  'device'?: (string);
  'arrivedAtMs'?: (number | string | Long);
  '_arrivedAtMs'?: "arrivedAtMs";
}

export interface VisitorSession__Output {
  'index': (number);
  'touch': (_headwater_analytics_v1_Touch__Output | null);
  'device': (string);
  'arrivedAtMs'?: (number);
  '_arrivedAtMs'?: "arrivedAtMs";
}
