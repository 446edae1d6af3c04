// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Touch as _headwater_analytics_v1_Touch, Touch__Output as _headwater_analytics_v1_Touch__Output } from '../../../headwater/analytics/v1/Touch';

export interface VisitorSession {
  'index'?: (number);
  'touch'?: (_headwater_analytics_v1_Touch | null);
  'device'?: (string);
}

export interface VisitorSession__Output {
  'index': (number);
  'touch': (_headwater_analytics_v1_Touch__Output | null);
  'device': (string);
}
