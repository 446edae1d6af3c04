// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Question as _headwater_analytics_v1_Question, Question__Output as _headwater_analytics_v1_Question__Output } from '../../../headwater/analytics/v1/Question';
import type { Step as _headwater_analytics_v1_Step, Step__Output as _headwater_analytics_v1_Step__Output } from '../../../headwater/analytics/v1/Step';

export interface QueryGoalRequest {
  'question'?: (_headwater_analytics_v1_Question | null);
  'goal'?: (_headwater_analytics_v1_Step | null);
  'siteTimezone'?: (string);
}

export interface QueryGoalRequest__Output {
  'question': (_headwater_analytics_v1_Question__Output | null);
  'goal': (_headwater_analytics_v1_Step__Output | null);
  'siteTimezone': (string);
}
