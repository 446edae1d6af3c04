// Original file: protos/headwater/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface Attribution {
  'channel'?: (string);
  'source'?: (string);
  'campaign'?: (string);
  'landing'?: (string);
  'referrer'?: (string);
  'firstSeenAtMs'?: (number | string | Long);
  'recordedAtMs'?: (number | string | Long);
  'rulesVersion'?: (number);
  'country'?: (string);
  'device'?: (string);
}

export interface Attribution__Output {
  'channel': (string);
  'source': (string);
  'campaign': (string);
  'landing': (string);
  'referrer': (string);
  'firstSeenAtMs': (number);
  'recordedAtMs': (number);
  'rulesVersion': (number);
  'country': (string);
  'device': (string);
}
