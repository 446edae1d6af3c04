// Original file: protos/headwater/sites/v1/sites.proto

import type { RetentionDays as _headwater_sites_v1_RetentionDays, RetentionDays__Output as _headwater_sites_v1_RetentionDays__Output } from '../../../headwater/sites/v1/RetentionDays';
import type { Long } from '@grpc/proto-loader';

export interface DueRetention {
  'workspaceId'?: (number | string | Long);
  'days'?: (_headwater_sites_v1_RetentionDays | null);
}

export interface DueRetention__Output {
  'workspaceId': (number);
  'days': (_headwater_sites_v1_RetentionDays__Output | null);
}
