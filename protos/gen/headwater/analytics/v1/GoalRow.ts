// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface GoalRow {
  'key'?: (string);
  'conversions'?: (number | string | Long);
  'visitors'?: (number | string | Long);
  'conversionRate'?: (number | string);
  '_conversionRate'?: "conversionRate";
}

export interface GoalRow__Output {
  'key': (string);
  'conversions': (number);
  'visitors': (number);
  'conversionRate'?: (number);
  '_conversionRate'?: "conversionRate";
}
