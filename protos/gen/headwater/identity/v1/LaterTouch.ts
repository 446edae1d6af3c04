// Original file: protos/headwater/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface LaterTouch {
  'atMs'?: (number | string | Long);
  'channel'?: (string);
  'source'?: (string);
  'campaign'?: (string);
  'landing'?: (string);
  'referrer'?: (string);
}

export interface LaterTouch__Output {
  'atMs': (number);
  'channel': (string);
  'source': (string);
  'campaign': (string);
  'landing': (string);
  'referrer': (string);
}
