// Original file: protos/headwater/analytics/v1/analytics.proto

import type { GoalBucket as _headwater_analytics_v1_GoalBucket, GoalBucket__Output as _headwater_analytics_v1_GoalBucket__Output } from '../../../headwater/analytics/v1/GoalBucket';
import type { GoalRow as _headwater_analytics_v1_GoalRow, GoalRow__Output as _headwater_analytics_v1_GoalRow__Output } from '../../../headwater/analytics/v1/GoalRow';
import type { Long } from '@grpc/proto-loader';

export interface QueryGoalResponse {
  'from'?: (string);
  'to'?: (string);
  'timezone'?: (string);
  'grain'?: (string);
  'conversions'?: (number | string | Long);
  'visitors'?: (number | string | Long);
  'conversionRate'?: (number | string);
  'series'?: (_headwater_analytics_v1_GoalBucket)[];
  'dimension'?: (string);
  'breakdown'?: (_headwater_analytics_v1_GoalRow)[];
  '_conversionRate'?: "conversionRate";
  '_dimension'?: "dimension";
}

export interface QueryGoalResponse__Output {
  'from': (string);
  'to': (string);
  'timezone': (string);
  'grain': (string);
  'conversions': (number);
  'visitors': (number);
  'conversionRate'?: (number);
  'series': (_headwater_analytics_v1_GoalBucket__Output)[];
  'dimension'?: (string);
  'breakdown': (_headwater_analytics_v1_GoalRow__Output)[];
  '_conversionRate'?: "conversionRate";
  '_dimension'?: "dimension";
}
