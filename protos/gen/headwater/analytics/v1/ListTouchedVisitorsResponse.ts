// Original file: protos/headwater/analytics/v1/analytics.proto

import type { TouchedVisitor as _headwater_analytics_v1_TouchedVisitor, TouchedVisitor__Output as _headwater_analytics_v1_TouchedVisitor__Output } from '../../../headwater/analytics/v1/TouchedVisitor';

export interface ListTouchedVisitorsResponse {
  'visitors'?: (_headwater_analytics_v1_TouchedVisitor)[];
  'cursor'?: (string);
  'more'?: (boolean);
}

export interface ListTouchedVisitorsResponse__Output {
  'visitors': (_headwater_analytics_v1_TouchedVisitor__Output)[];
  'cursor': (string);
  'more': (boolean);
}
