// Original file: protos/headwater/collector/v1/collector.proto

import type { ServerEvent as _headwater_collector_v1_ServerEvent, ServerEvent__Output as _headwater_collector_v1_ServerEvent__Output } from '../../../headwater/collector/v1/ServerEvent';
import type { UnreadableEvent as _headwater_collector_v1_UnreadableEvent, UnreadableEvent__Output as _headwater_collector_v1_UnreadableEvent__Output } from '../../../headwater/collector/v1/UnreadableEvent';
import type { Long } from '@grpc/proto-loader';

export interface IngestEventsRequest {
  'siteId'?: (number | string | Long);
  'domain'?: (string);
  'events'?: (_headwater_collector_v1_ServerEvent)[];
  'unreadable'?: (_headwater_collector_v1_UnreadableEvent)[];
  'scrub'?: (boolean);
  'clickIdKey'?: (string);
  'requests'?: (number);
  '_scrub'?: "scrub";
  '_clickIdKey'?: "clickIdKey";
  '_requests'?: "requests";
}

export interface IngestEventsRequest__Output {
  'siteId': (number);
  'domain': (string);
  'events': (_headwater_collector_v1_ServerEvent__Output)[];
  'unreadable': (_headwater_collector_v1_UnreadableEvent__Output)[];
  'scrub'?: (boolean);
  'clickIdKey'?: (string);
  'requests'?: (number);
  '_scrub'?: "scrub";
  '_clickIdKey'?: "clickIdKey";
  '_requests'?: "requests";
}
