// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Click as _headwater_analytics_v1_Click, Click__Output as _headwater_analytics_v1_Click__Output } from '../../../headwater/analytics/v1/Click';

export interface ListClicksResponse {
  'clicks'?: (_headwater_analytics_v1_Click)[];
}

export interface ListClicksResponse__Output {
  'clicks': (_headwater_analytics_v1_Click__Output)[];
}
