// Original file: protos/headwater/analytics/v1/analytics.proto

import type { TimeToConvert as _headwater_analytics_v1_TimeToConvert, TimeToConvert__Output as _headwater_analytics_v1_TimeToConvert__Output } from '../../../headwater/analytics/v1/TimeToConvert';
import type { Long } from '@grpc/proto-loader';

export interface FunnelStep {
  'name'?: (string);
  'visitors'?: (number | string | Long);
  'timeToConvert'?: (_headwater_analytics_v1_TimeToConvert | null);
  '_timeToConvert'?: "timeToConvert";
}

export interface FunnelStep__Output {
  'name': (string);
  'visitors': (number);
  'timeToConvert'?: (_headwater_analytics_v1_TimeToConvert__Output | null);
  '_timeToConvert'?: "timeToConvert";
}
