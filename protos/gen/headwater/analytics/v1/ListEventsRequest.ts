// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Question as _headwater_analytics_v1_Question, Question__Output as _headwater_analytics_v1_Question__Output } from '../../../headwater/analytics/v1/Question';

export interface ListEventsRequest {
  'question'?: (_headwater_analytics_v1_Question | null);
  'siteTimezone'?: (string);
}

export interface ListEventsRequest__Output {
  'question': (_headwater_analytics_v1_Question__Output | null);
  'siteTimezone': (string);
}
