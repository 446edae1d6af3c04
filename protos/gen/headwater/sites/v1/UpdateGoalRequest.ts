// Original file: protos/headwater/sites/v1/sites.proto

import type { GoalFilterList as _headwater_sites_v1_GoalFilterList, GoalFilterList__Output as _headwater_sites_v1_GoalFilterList__Output } from '../../../headwater/sites/v1/GoalFilterList';
import type { Long } from '@grpc/proto-loader';

export interface UpdateGoalRequest {
  'siteId'?: (number | string | Long);
  'id'?: (number | string | Long);
  'name'?: (string);
  'type'?: (string);
  'event'?: (string);
  'path'?: (string);
  'filters'?: (_headwater_sites_v1_GoalFilterList | null);
  '_name'?: "name";
  '_type'?: "type";
  '_event'?: "event";
  '_path'?: "path";
  '_filters'?: "filters";
}

export interface UpdateGoalRequest__Output {
  'siteId': (number);
  'id': (number);
  'name'?: (string);
  'type'?: (string);
  'event'?: (string);
  'path'?: (string);
  'filters'?: (_headwater_sites_v1_GoalFilterList__Output | null);
  '_name'?: "name";
  '_type'?: "type";
  '_event'?: "event";
  '_path'?: "path";
  '_filters'?: "filters";
}
