// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Filter as _headwater_analytics_v1_Filter, Filter__Output as _headwater_analytics_v1_Filter__Output } from '../../../headwater/analytics/v1/Filter';

export interface Step {
  'name'?: (string);
  'type'?: (string);
  'event'?: (string);
  'path'?: (string);
  'filters'?: (_headwater_analytics_v1_Filter)[];
}

export interface Step__Output {
  'name': (string);
  'type': (string);
  'event': (string);
  'path': (string);
  'filters': (_headwater_analytics_v1_Filter__Output)[];
}
