// Original file: protos/headwater/analytics/v1/analytics.proto

import type { VisitEvent as _headwater_analytics_v1_VisitEvent, VisitEvent__Output as _headwater_analytics_v1_VisitEvent__Output } from '../../../headwater/analytics/v1/VisitEvent';
import type { Long } from '@grpc/proto-loader';

export interface Visit {
  'startedAtMs'?: (number | string | Long);
  'channel'?: (string);
  'source'?: (string);
  'landing'?: (string);
  'device'?: (string);
  'country'?: (string);
  'events'?: (_headwater_analytics_v1_VisitEvent)[];
  'region'?: (string);
}

export interface Visit__Output {
  'startedAtMs': (number);
  'channel': (string);
  'source': (string);
  'landing': (string);
  'device': (string);
  'country': (string);
  'events': (_headwater_analytics_v1_VisitEvent__Output)[];
  'region': (string);
}
