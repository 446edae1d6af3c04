// Original file: protos/headwater/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface Company {
  'company'?: (string);
  'accounts'?: (number | string | Long);
  'mrr'?: (string);
  'channel'?: (string);
  '_channel'?: "channel";
}

export interface Company__Output {
  'company': (string);
  'accounts': (number);
  'mrr': (string);
  'channel'?: (string);
  '_channel'?: "channel";
}
