// Original file: protos/headwater/analytics/v1/analytics.proto

import type { VisitorMoment as _headwater_analytics_v1_VisitorMoment, VisitorMoment__Output as _headwater_analytics_v1_VisitorMoment__Output } from '../../../headwater/analytics/v1/VisitorMoment';
import type { Long } from '@grpc/proto-loader';

export interface ListClicksRequest {
  'moments'?: (_headwater_analytics_v1_VisitorMoment)[];
  'siteIds'?: (number | string | Long)[];
}

export interface ListClicksRequest__Output {
  'moments': (_headwater_analytics_v1_VisitorMoment__Output)[];
  'siteIds': (number)[];
}
