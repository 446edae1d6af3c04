// Original file: protos/headwater/analytics/v1/analytics.proto

import type { RowsOfTables as _headwater_analytics_v1_RowsOfTables, RowsOfTables__Output as _headwater_analytics_v1_RowsOfTables__Output } from '../../../headwater/analytics/v1/RowsOfTables';
import type { Long } from '@grpc/proto-loader';

export interface EraseVisitorsResponse {
  'events'?: (number | string | Long);
  'firstTouches'?: (number | string | Long);
  'clickIds'?: (number | string | Long);
  'rows'?: (_headwater_analytics_v1_RowsOfTables | null);
  '_clickIds'?: "clickIds";
}

export interface EraseVisitorsResponse__Output {
  'events': (number);
  'firstTouches': (number);
  'clickIds'?: (number);
  'rows': (_headwater_analytics_v1_RowsOfTables__Output | null);
  '_clickIds'?: "clickIds";
}
