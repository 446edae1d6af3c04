// Original file: protos/headwater/sites/v1/sites.proto

import type { Funnel as _headwater_sites_v1_Funnel, Funnel__Output as _headwater_sites_v1_Funnel__Output } from '../../../headwater/sites/v1/Funnel';

export interface ListFunnelsResponse {
  'funnels'?: (_headwater_sites_v1_Funnel)[];
}

export interface ListFunnelsResponse__Output {
  'funnels': (_headwater_sites_v1_Funnel__Output)[];
}
