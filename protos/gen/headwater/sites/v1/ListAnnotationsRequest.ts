// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface ListAnnotationsRequest {
  'siteId'?: (number | string | Long);
  'from'?: (string);
  'to'?: (string);
  '_from'?: "from";
  '_to'?: "to";
}

export interface ListAnnotationsRequest__Output {
  'siteId': (number);
  'from'?: (string);
  'to'?: (string);
  '_from'?: "from";
  '_to'?: "to";
}
