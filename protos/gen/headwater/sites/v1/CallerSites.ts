// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface CallerSites {
  'ids'?: (number | string | Long)[];
}

export interface CallerSites__Output {
  'ids': (number)[];
}
