// Original file: protos/headwater/sites/v1/sites.proto

import type { Site as _headwater_sites_v1_Site, Site__Output as _headwater_sites_v1_Site__Output } from '../../../headwater/sites/v1/Site';

export interface CreateSiteResponse {
  'site'?: (_headwater_sites_v1_Site | null);
  'existing'?: (boolean);
}

export interface CreateSiteResponse__Output {
  'site': (_headwater_sites_v1_Site__Output | null);
  'existing': (boolean);
}
