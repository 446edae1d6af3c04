// Original file: protos/headwater/sites/v1/sites.proto

import type { CallerSites as _headwater_sites_v1_CallerSites, CallerSites__Output as _headwater_sites_v1_CallerSites__Output } from '../../../headwater/sites/v1/CallerSites';

export interface ListSavedViewsRequest {
  'sites'?: (_headwater_sites_v1_CallerSites | null);
}

export interface ListSavedViewsRequest__Output {
  'sites': (_headwater_sites_v1_CallerSites__Output | null);
}
