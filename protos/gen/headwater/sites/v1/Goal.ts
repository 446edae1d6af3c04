// Original file: protos/headwater/sites/v1/sites.proto

import type { GoalFilter as _headwater_sites_v1_GoalFilter, GoalFilter__Output as _headwater_sites_v1_GoalFilter__Output } from '../../../headwater/sites/v1/GoalFilter';
import type { Long } from '@grpc/proto-loader';

export interface Goal {
  'id'?: (number | string | Long);
  'name'?: (string);
  'type'?: (string);
  'event'?: (string);
  'path'?: (string);
  'filters'?: (_headwater_sites_v1_GoalFilter)[];
}

export interface Goal__Output {
  'id': (number);
  'name': (string);
  'type': (string);
  'event': (string);
  'path': (string);
  'filters': (_headwater_sites_v1_GoalFilter__Output)[];
}
