// Original file: protos/headwater/sites/v1/sites.proto

import type { Notice as _headwater_sites_v1_Notice, Notice__Output as _headwater_sites_v1_Notice__Output } from '../../../headwater/sites/v1/Notice';
import type { Long } from '@grpc/proto-loader';

export interface RecordedNotice {
  'workspaceId'?: (number | string | Long);
  'notice'?: (_headwater_sites_v1_Notice | null);
}

export interface RecordedNotice__Output {
  'workspaceId': (number);
  'notice': (_headwater_sites_v1_Notice__Output | null);
}
