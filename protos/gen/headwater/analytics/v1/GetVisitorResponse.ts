// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Visit as _headwater_analytics_v1_Visit, Visit__Output as _headwater_analytics_v1_Visit__Output } from '../../../headwater/analytics/v1/Visit';
import type { Long } from '@grpc/proto-loader';

export interface GetVisitorResponse {
  'firstSeenAtMs'?: (number | string | Long);
  'lastSeenAtMs'?: (number | string | Long);
  'channel'?: (string);
  'sessions'?: (_headwater_analytics_v1_Visit)[];
  'olderEvents'?: (number | string | Long);
  '_channel'?: "channel";
}

export interface GetVisitorResponse__Output {
  'firstSeenAtMs': (number);
  'lastSeenAtMs': (number);
  'channel'?: (string);
  'sessions': (_headwater_analytics_v1_Visit__Output)[];
  'olderEvents': (number);
  '_channel'?: "channel";
}
