// Original file: protos/headwater/sites/v1/sites.proto

import type { Goal as _headwater_sites_v1_Goal, Goal__Output as _headwater_sites_v1_Goal__Output } from '../../../headwater/sites/v1/Goal';
import type { Long } from '@grpc/proto-loader';

export interface CreateGoalRequest {
  'siteId'?: (number | string | Long);
  'goal'?: (_headwater_sites_v1_Goal | null);
}

export interface CreateGoalRequest__Output {
  'siteId': (number);
  'goal': (_headwater_sites_v1_Goal__Output | null);
}
