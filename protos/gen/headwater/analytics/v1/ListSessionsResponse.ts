// Original file: protos/headwater/analytics/v1/analytics.proto

import type { VisitorSession as _headwater_analytics_v1_VisitorSession, VisitorSession__Output as _headwater_analytics_v1_VisitorSession__Output } from '../../../headwater/analytics/v1/VisitorSession';

export interface ListSessionsResponse {
  'sessions'?: (_headwater_analytics_v1_VisitorSession)[];
}

export interface ListSessionsResponse__Output {
  'sessions': (_headwater_analytics_v1_VisitorSession__Output)[];
}
