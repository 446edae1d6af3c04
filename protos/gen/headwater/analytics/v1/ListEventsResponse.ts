// Original file: protos/headwater/analytics/v1/analytics.proto

import type { EventName as _headwater_analytics_v1_EventName, EventName__Output as _headwater_analytics_v1_EventName__Output } from '../../../headwater/analytics/v1/EventName';

export interface ListEventsResponse {
  'from'?: (string);
  'to'?: (string);
  'timezone'?: (string);
  'events'?: (_headwater_analytics_v1_EventName)[];
}

export interface ListEventsResponse__Output {
  'from': (string);
  'to': (string);
  'timezone': (string);
  'events': (_headwater_analytics_v1_EventName__Output)[];
}
