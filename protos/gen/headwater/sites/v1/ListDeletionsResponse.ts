// Original file: protos/headwater/sites/v1/sites.proto

import type { SiteDeletion as _headwater_sites_v1_SiteDeletion, SiteDeletion__Output as _headwater_sites_v1_SiteDeletion__Output } from '../../../headwater/sites/v1/SiteDeletion';

export interface ListDeletionsResponse {
  'deletions'?: (_headwater_sites_v1_SiteDeletion)[];
}

export interface ListDeletionsResponse__Output {
  'deletions': (_headwater_sites_v1_SiteDeletion__Output)[];
}
