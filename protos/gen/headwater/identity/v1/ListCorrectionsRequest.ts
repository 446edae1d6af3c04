// Original file: protos/headwater/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface ListCorrectionsRequest {
  'beforeMs'?: (number | string | Long);
  'beforeId'?: (number | string | Long);
  'limit'?: (number);
  '_beforeMs'?: "beforeMs";
}

export interface ListCorrectionsRequest__Output {
  'beforeMs'?: (number);
  'beforeId': (number);
  'limit': (number);
  '_beforeMs'?: "beforeMs";
}
