// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Question as _headwater_analytics_v1_Question, Question__Output as _headwater_analytics_v1_Question__Output } from '../../../headwater/analytics/v1/Question';

export interface ExportEventsRequest {
  'question'?: (_headwater_analytics_v1_Question | null);
  'type'?: (string);
  'format'?: (string);
  'visitorKey'?: (Buffer | Uint8Array | string);
  'sessionFacts'?: (boolean);
}

export interface ExportEventsRequest__Output {
  'question': (_headwater_analytics_v1_Question__Output | null);
  'type': (string);
  'format': (string);
  'visitorKey': (Buffer);
  'sessionFacts': (boolean);
}
