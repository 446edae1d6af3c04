// Original file: protos/headwater/sites/v1/sites.proto

import type { SavedView as _headwater_sites_v1_SavedView, SavedView__Output as _headwater_sites_v1_SavedView__Output } from '../../../headwater/sites/v1/SavedView';

export interface ListSavedViewsResponse {
  'views'?: (_headwater_sites_v1_SavedView)[];
}

export interface ListSavedViewsResponse__Output {
  'views': (_headwater_sites_v1_SavedView__Output)[];
}
