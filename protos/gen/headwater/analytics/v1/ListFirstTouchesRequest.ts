// Original file: protos/headwater/analytics/v1/analytics.proto

import type { LinkTimes as _headwater_analytics_v1_LinkTimes, LinkTimes__Output as _headwater_analytics_v1_LinkTimes__Output } from '../../../headwater/analytics/v1/LinkTimes';

export interface ListFirstTouchesRequest {
  'anonymousIds'?: (string)[];
  'links'?: (_headwater_analytics_v1_LinkTimes)[];
}

export interface ListFirstTouchesRequest__Output {
  'anonymousIds': (string)[];
  'links': (_headwater_analytics_v1_LinkTimes__Output)[];
}
