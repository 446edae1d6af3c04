// Original file: protos/headwater/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface ConversionPosition {
  'occurredAtMs'?: (number | string | Long);
  'conversionId'?: (string);
}

export interface ConversionPosition__Output {
  'occurredAtMs': (number);
  'conversionId': (string);
}
