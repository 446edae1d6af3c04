// Original file: protos/headwater/sites/v1/sites.proto

import type { Site as _headwater_sites_v1_Site, Site__Output as _headwater_sites_v1_Site__Output } from '../../../headwater/sites/v1/Site';

export interface ListSitesResponse {
  'sites'?: (_headwater_sites_v1_Site)[];
}

export interface ListSitesResponse__Output {
  'sites': (_headwater_sites_v1_Site__Output)[];
}
