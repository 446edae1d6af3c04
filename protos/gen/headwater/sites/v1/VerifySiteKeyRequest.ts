// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface VerifySiteKeyRequest {
  'siteId'?: (number | string | Long);
  'siteKey'?: (string);
}

export interface VerifySiteKeyRequest__Output {
  'siteId': (number);
  'siteKey': (string);
}
