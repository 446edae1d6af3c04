// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Cohort as _headwater_analytics_v1_Cohort, Cohort__Output as _headwater_analytics_v1_Cohort__Output } from '../../../headwater/analytics/v1/Cohort';

export interface QueryRetentionResponse {
  'from'?: (string);
  'to'?: (string);
  'timezone'?: (string);
  'cohorts'?: (_headwater_analytics_v1_Cohort)[];
}

export interface QueryRetentionResponse__Output {
  'from': (string);
  'to': (string);
  'timezone': (string);
  'cohorts': (_headwater_analytics_v1_Cohort__Output)[];
}
