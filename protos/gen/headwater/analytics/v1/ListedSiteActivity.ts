// Original file: protos/headwater/analytics/v1/analytics.proto

import type { DayVisitors as _headwater_analytics_v1_DayVisitors, DayVisitors__Output as _headwater_analytics_v1_DayVisitors__Output } from '../../../headwater/analytics/v1/DayVisitors';
import type { Long } from '@grpc/proto-loader';

export interface ListedSiteActivity {
  'siteId'?: (number | string | Long);
  'lastEventAtMs'?: (number | string | Long);
  'online'?: (number | string | Long);
  'visitors'?: (number | string | Long);
  'days'?: (_headwater_analytics_v1_DayVisitors)[];
  '_lastEventAtMs'?: "lastEventAtMs";
}

export interface ListedSiteActivity__Output {
  'siteId': (number);
  'lastEventAtMs'?: (number);
  'online': (number);
  'visitors': (number);
  'days': (_headwater_analytics_v1_DayVisitors__Output)[];
  '_lastEventAtMs'?: "lastEventAtMs";
}
