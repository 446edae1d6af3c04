// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface EventName {
  'name'?: (string);
  'events'?: (number | string | Long);
  'visitors'?: (number | string | Long);
  'properties'?: (string)[];
}

export interface EventName__Output {
  'name': (string);
  'events': (number);
  'visitors': (number);
  'properties': (string)[];
}
