// Original file: protos/headwater/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface NewMrr {
  'channel'?: (string);
  'mrr'?: (string);
  'accounts'?: (number | string | Long);
}

export interface NewMrr__Output {
  'channel': (string);
  'mrr': (string);
  'accounts': (number);
}
