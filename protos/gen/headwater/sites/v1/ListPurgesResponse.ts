// Original file: protos/headwater/sites/v1/sites.proto

import type { Purge as _headwater_sites_v1_Purge, Purge__Output as _headwater_sites_v1_Purge__Output } from '../../../headwater/sites/v1/Purge';

export interface ListPurgesResponse {
  'purges'?: (_headwater_sites_v1_Purge)[];
}

export interface ListPurgesResponse__Output {
  'purges': (_headwater_sites_v1_Purge__Output)[];
}
