// Original file: protos/headwater/analytics/v1/analytics.proto

import type { ClickId as _headwater_analytics_v1_ClickId, ClickId__Output as _headwater_analytics_v1_ClickId__Output } from '../../../headwater/analytics/v1/ClickId';

export interface ListClickIdsResponse {
  'clickIds'?: (_headwater_analytics_v1_ClickId)[];
}

export interface ListClickIdsResponse__Output {
  'clickIds': (_headwater_analytics_v1_ClickId__Output)[];
}
