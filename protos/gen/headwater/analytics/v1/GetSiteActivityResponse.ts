// Original file: protos/headwater/analytics/v1/analytics.proto

import type { DropCount as _headwater_analytics_v1_DropCount, DropCount__Output as _headwater_analytics_v1_DropCount__Output } from '../../../headwater/analytics/v1/DropCount';
import type { Long } from '@grpc/proto-loader';

export interface GetSiteActivityResponse {
  'lastEventAtMs'?: (number | string | Long);
  'online'?: (number | string | Long);
  'recentDrops'?: (_headwater_analytics_v1_DropCount)[];
  '_lastEventAtMs'?: "lastEventAtMs";
}

export interface GetSiteActivityResponse__Output {
  'lastEventAtMs'?: (number);
  'online': (number);
  'recentDrops': (_headwater_analytics_v1_DropCount__Output)[];
  '_lastEventAtMs'?: "lastEventAtMs";
}
