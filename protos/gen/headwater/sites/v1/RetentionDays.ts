// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface RetentionDays {
  'siteId'?: (number | string | Long);
  'beforeDay'?: (string);
  'beforeMs'?: (number | string | Long);
}

export interface RetentionDays__Output {
  'siteId': (number);
  'beforeDay': (string);
  'beforeMs': (number);
}
