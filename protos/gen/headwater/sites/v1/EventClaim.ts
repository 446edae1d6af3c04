// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface EventClaim {
  'workspaceId'?: (number | string | Long);
  'siteId'?: (number | string | Long);
  'eventId'?: (string);
  'fingerprint'?: (number | string | Long);
  'timeMs'?: (number | string | Long);
}

export interface EventClaim__Output {
  'workspaceId': (number);
  'siteId': (number);
  'eventId': (string);
  'fingerprint': (number);
  'timeMs': (number);
}
