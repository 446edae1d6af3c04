// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Question as _headwater_analytics_v1_Question, Question__Output as _headwater_analytics_v1_Question__Output } from '../../../headwater/analytics/v1/Question';

export interface QueryStatsRequest {
  'question'?: (_headwater_analytics_v1_Question | null);
  'compare'?: (string);
  'dimensions'?: (string)[];
  'siteTimezone'?: (string);
  'dimensionsLimit'?: (number);
  '_compare'?: "compare";
  '_dimensionsLimit'?: "dimensionsLimit";
}

export interface QueryStatsRequest__Output {
  'question': (_headwater_analytics_v1_Question__Output | null);
  'compare'?: (string);
  'dimensions': (string)[];
  'siteTimezone': (string);
  'dimensionsLimit'?: (number);
  '_compare'?: "compare";
  '_dimensionsLimit'?: "dimensionsLimit";
}
