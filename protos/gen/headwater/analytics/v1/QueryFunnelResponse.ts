// Original file: protos/headwater/analytics/v1/analytics.proto

import type { FunnelStep as _headwater_analytics_v1_FunnelStep, FunnelStep__Output as _headwater_analytics_v1_FunnelStep__Output } from '../../../headwater/analytics/v1/FunnelStep';
import type { FunnelRow as _headwater_analytics_v1_FunnelRow, FunnelRow__Output as _headwater_analytics_v1_FunnelRow__Output } from '../../../headwater/analytics/v1/FunnelRow';

export interface QueryFunnelResponse {
  'from'?: (string);
  'to'?: (string);
  'timezone'?: (string);
  'steps'?: (_headwater_analytics_v1_FunnelStep)[];
  'dimension'?: (string);
  'breakdown'?: (_headwater_analytics_v1_FunnelRow)[];
  '_dimension'?: "dimension";
}

export interface QueryFunnelResponse__Output {
  'from': (string);
  'to': (string);
  'timezone': (string);
  'steps': (_headwater_analytics_v1_FunnelStep__Output)[];
  'dimension'?: (string);
  'breakdown': (_headwater_analytics_v1_FunnelRow__Output)[];
  '_dimension'?: "dimension";
}
