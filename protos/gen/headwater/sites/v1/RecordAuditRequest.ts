// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface RecordAuditRequest {
  'siteId'?: (number | string | Long);
  'day'?: (string);
  'differences'?: (number);
  '_day'?: "day";
}

export interface RecordAuditRequest__Output {
  'siteId': (number);
  'day'?: (string);
  'differences': (number);
  '_day'?: "day";
}
