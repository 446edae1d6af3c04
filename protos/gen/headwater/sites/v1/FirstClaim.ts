// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface FirstClaim {
  'fingerprint'?: (number | string | Long);
  'timeMs'?: (number | string | Long);
}

export interface FirstClaim__Output {
  'fingerprint': (number);
  'timeMs': (number);
}
