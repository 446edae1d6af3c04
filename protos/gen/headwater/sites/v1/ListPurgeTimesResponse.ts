// Original file: protos/headwater/sites/v1/sites.proto

import type { SitePurgeTime as _headwater_sites_v1_SitePurgeTime, SitePurgeTime__Output as _headwater_sites_v1_SitePurgeTime__Output } from '../../../headwater/sites/v1/SitePurgeTime';

export interface ListPurgeTimesResponse {
  'sites'?: (_headwater_sites_v1_SitePurgeTime)[];
}

export interface ListPurgeTimesResponse__Output {
  'sites': (_headwater_sites_v1_SitePurgeTime__Output)[];
}
