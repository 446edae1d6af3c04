// Original file: protos/headwater/sites/v1/sites.proto

import type { GoalList as _headwater_sites_v1_GoalList, GoalList__Output as _headwater_sites_v1_GoalList__Output } from '../../../headwater/sites/v1/GoalList';
import type { Long } from '@grpc/proto-loader';

export interface UpdateFunnelRequest {
  'siteId'?: (number | string | Long);
  'id'?: (number | string | Long);
  'name'?: (string);
  'steps'?: (_headwater_sites_v1_GoalList | null);
  'windowHours'?: (number);
  '_name'?: "name";
  '_steps'?: "steps";
  '_windowHours'?: "windowHours";
}

export interface UpdateFunnelRequest__Output {
  'siteId': (number);
  'id': (number);
  'name'?: (string);
  'steps'?: (_headwater_sites_v1_GoalList__Output | null);
  'windowHours'?: (number);
  '_name'?: "name";
  '_steps'?: "steps";
  '_windowHours'?: "windowHours";
}
