// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Touch as _headwater_analytics_v1_Touch, Touch__Output as _headwater_analytics_v1_Touch__Output } from '../../../headwater/analytics/v1/Touch';
import type { Long } from '@grpc/proto-loader';

export interface ListTouchesResponse {
  'touches'?: (_headwater_analytics_v1_Touch)[];
  'total'?: (number | string | Long);
}

export interface ListTouchesResponse__Output {
  'touches': (_headwater_analytics_v1_Touch__Output)[];
  'total': (number);
}
