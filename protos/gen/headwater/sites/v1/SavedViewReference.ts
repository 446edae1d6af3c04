// Original file: protos/headwater/sites/v1/sites.proto

import type { CallerSites as _headwater_sites_v1_CallerSites, CallerSites__Output as _headwater_sites_v1_CallerSites__Output } from '../../../headwater/sites/v1/CallerSites';
import type { Long } from '@grpc/proto-loader';

export interface SavedViewReference {
  'id'?: (number | string | Long);
  'sites'?: (_headwater_sites_v1_CallerSites | null);
}

export interface SavedViewReference__Output {
  'id': (number);
  'sites': (_headwater_sites_v1_CallerSites__Output | null);
}
