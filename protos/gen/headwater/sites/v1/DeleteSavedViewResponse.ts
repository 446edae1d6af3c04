// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface DeleteSavedViewResponse {
  'id'?: (number | string | Long);
}

export interface DeleteSavedViewResponse__Output {
  'id': (number);
}
