// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Question as _headwater_analytics_v1_Question, Question__Output as _headwater_analytics_v1_Question__Output } from '../../../headwater/analytics/v1/Question';
import type { Step as _headwater_analytics_v1_Step, Step__Output as _headwater_analytics_v1_Step__Output } from '../../../headwater/analytics/v1/Step';

export interface QueryFunnelRequest {
  'question'?: (_headwater_analytics_v1_Question | null);
  'steps'?: (_headwater_analytics_v1_Step)[];
  'windowHours'?: (number);
}

export interface QueryFunnelRequest__Output {
  'question': (_headwater_analytics_v1_Question__Output | null);
  'steps': (_headwater_analytics_v1_Step__Output)[];
  'windowHours': (number);
}
