// Original file: protos/headwater/sites/v1/sites.proto

import type { Goal as _headwater_sites_v1_Goal, Goal__Output as _headwater_sites_v1_Goal__Output } from '../../../headwater/sites/v1/Goal';
import type { Long } from '@grpc/proto-loader';

export interface Funnel {
  'id'?: (number | string | Long);
  'name'?: (string);
  'steps'?: (_headwater_sites_v1_Goal)[];
  'windowHours'?: (number);
}

export interface Funnel__Output {
  'id': (number);
  'name': (string);
  'steps': (_headwater_sites_v1_Goal__Output)[];
  'windowHours': (number);
}
