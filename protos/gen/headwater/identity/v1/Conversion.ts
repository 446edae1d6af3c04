// Original file: protos/headwater/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface Conversion {
  'conversionId'?: (string);
  'occurredAtMs'?: (number | string | Long);
  'amount'?: (string);
  'currency'?: (string);
  'type'?: (string);
  'platform'?: (string);
  'siteId'?: (number | string | Long);
  'clickedAtMs'?: (number | string | Long);
  'parameter'?: (string);
  'sealed'?: (string);
}

export interface Conversion__Output {
  'conversionId': (string);
  'occurredAtMs': (number);
  'amount': (string);
  'currency': (string);
  'type': (string);
  'platform': (string);
  'siteId': (number);
  'clickedAtMs': (number);
  'parameter': (string);
  'sealed': (string);
}
