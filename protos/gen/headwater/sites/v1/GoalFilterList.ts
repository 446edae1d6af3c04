// Original file: protos/headwater/sites/v1/sites.proto

import type { GoalFilter as _headwater_sites_v1_GoalFilter, GoalFilter__Output as _headwater_sites_v1_GoalFilter__Output } from '../../../headwater/sites/v1/GoalFilter';

export interface GoalFilterList {
  'values'?: (_headwater_sites_v1_GoalFilter)[];
}

export interface GoalFilterList__Output {
  'values': (_headwater_sites_v1_GoalFilter__Output)[];
}
