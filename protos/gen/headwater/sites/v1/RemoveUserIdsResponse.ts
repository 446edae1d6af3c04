// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface RemoveUserIdsResponse {
  'webhookEvents'?: (number | string | Long);
}

export interface RemoveUserIdsResponse__Output {
  'webhookEvents': (number);
}
