// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface DeleteDefinitionResponse {
  'id'?: (number | string | Long);
}

export interface DeleteDefinitionResponse__Output {
  'id': (number);
}
