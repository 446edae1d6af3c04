// Original file: protos/headwater/sites/v1/sites.proto

import type { Goal as _headwater_sites_v1_Goal, Goal__Output as _headwater_sites_v1_Goal__Output } from '../../../headwater/sites/v1/Goal';
import type { Funnel as _headwater_sites_v1_Funnel, Funnel__Output as _headwater_sites_v1_Funnel__Output } from '../../../headwater/sites/v1/Funnel';

export interface SiteConfig {
  'name'?: (string);
  'timezone'?: (string);
  'categories'?: (string)[];
  'tags'?: (string)[];
  'goals'?: (_headwater_sites_v1_Goal)[];
  'funnels'?: (_headwater_sites_v1_Funnel)[];
}

export interface SiteConfig__Output {
  'name': (string);
  'timezone': (string);
  'categories': (string)[];
  'tags': (string)[];
  'goals': (_headwater_sites_v1_Goal__Output)[];
  'funnels': (_headwater_sites_v1_Funnel__Output)[];
}
