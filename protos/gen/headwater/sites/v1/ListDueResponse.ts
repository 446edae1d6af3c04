// Original file: protos/headwater/sites/v1/sites.proto

import type { DueSite as _headwater_sites_v1_DueSite, DueSite__Output as _headwater_sites_v1_DueSite__Output } from '../../../headwater/sites/v1/DueSite';

export interface ListDueResponse {
  'sites'?: (_headwater_sites_v1_DueSite)[];
}

export interface ListDueResponse__Output {
  'sites': (_headwater_sites_v1_DueSite__Output)[];
}
