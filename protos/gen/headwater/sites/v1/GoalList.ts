// Original file: protos/headwater/sites/v1/sites.proto

import type { Goal as _headwater_sites_v1_Goal, Goal__Output as _headwater_sites_v1_Goal__Output } from '../../../headwater/sites/v1/Goal';

export interface GoalList {
  'values'?: (_headwater_sites_v1_Goal)[];
}

export interface GoalList__Output {
  'values': (_headwater_sites_v1_Goal__Output)[];
}
