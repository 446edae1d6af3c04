// Original file: protos/headwater/sites/v1/sites.proto

import type { Funnel as _headwater_sites_v1_Funnel, Funnel__Output as _headwater_sites_v1_Funnel__Output } from '../../../headwater/sites/v1/Funnel';

export interface FunnelList {
  'values'?: (_headwater_sites_v1_Funnel)[];
}

export interface FunnelList__Output {
  'values': (_headwater_sites_v1_Funnel__Output)[];
}
