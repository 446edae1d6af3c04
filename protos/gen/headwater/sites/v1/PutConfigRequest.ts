// Original file: protos/headwater/sites/v1/sites.proto

import type { StringList as _headwater_sites_v1_StringList, StringList__Output as _headwater_sites_v1_StringList__Output } from '../../../headwater/sites/v1/StringList';
import type { GoalList as _headwater_sites_v1_GoalList, GoalList__Output as _headwater_sites_v1_GoalList__Output } from '../../../headwater/sites/v1/GoalList';
import type { FunnelList as _headwater_sites_v1_FunnelList, FunnelList__Output as _headwater_sites_v1_FunnelList__Output } from '../../../headwater/sites/v1/FunnelList';
import type { Long } from '@grpc/proto-loader';

export interface PutConfigRequest {
  'siteId'?: (number | string | Long);
  'name'?: (string);
  'timezone'?: (string);
  'categories'?: (_headwater_sites_v1_StringList | null);
  'tags'?: (_headwater_sites_v1_StringList | null);
  'goals'?: (_headwater_sites_v1_GoalList | null);
  'funnels'?: (_headwater_sites_v1_FunnelList | null);
  'ifMatch'?: (string)[];
  'dryRun'?: (boolean);
  'unset'?: (string)[];
  '_name'?: "name";
  '_timezone'?: "timezone";
}

export interface PutConfigRequest__Output {
  'siteId': (number);
  'name'?: (string);
  'timezone'?: (string);
  'categories': (_headwater_sites_v1_StringList__Output | null);
  'tags': (_headwater_sites_v1_StringList__Output | null);
  'goals': (_headwater_sites_v1_GoalList__Output | null);
  'funnels': (_headwater_sites_v1_FunnelList__Output | null);
  'ifMatch': (string)[];
  'dryRun': (boolean);
  'unset': (string)[];
  '_name'?: "name";
  '_timezone'?: "timezone";
}
