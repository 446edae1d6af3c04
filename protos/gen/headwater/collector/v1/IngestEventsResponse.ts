// Original file: protos/headwater/collector/v1/collector.proto

import type { Drop as _headwater_collector_v1_Drop, Drop__Output as _headwater_collector_v1_Drop__Output } from '../../../headwater/collector/v1/Drop';

export interface IngestEventsResponse {
  'accepted'?: (number);
  'dropped'?: (_headwater_collector_v1_Drop)[];
}

export interface IngestEventsResponse__Output {
  'accepted': (number);
  'dropped': (_headwater_collector_v1_Drop__Output)[];
}
