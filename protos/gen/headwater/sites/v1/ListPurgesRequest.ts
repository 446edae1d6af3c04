// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface ListPurgesRequest {
  'beforeMs'?: (number | string | Long);
  'beforeSiteId'?: (number | string | Long);
  'limit'?: (number);
  '_beforeMs'?: "beforeMs";
}

export interface ListPurgesRequest__Output {
  'beforeMs'?: (number);
  'beforeSiteId': (number);
  'limit': (number);
  '_beforeMs'?: "beforeMs";
}
