// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface ApplyRetentionRequest {
  'siteId'?: (number | string | Long);
  'beforeDay'?: (string);
  'beforeMs'?: (number | string | Long);
  'dryRun'?: (boolean);
}

export interface ApplyRetentionRequest__Output {
  'siteId': (number);
  'beforeDay': (string);
  'beforeMs': (number);
  'dryRun': (boolean);
}
