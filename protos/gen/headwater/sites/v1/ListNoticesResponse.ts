// Original file: protos/headwater/sites/v1/sites.proto

import type { Notice as _headwater_sites_v1_Notice, Notice__Output as _headwater_sites_v1_Notice__Output } from '../../../headwater/sites/v1/Notice';

export interface ListNoticesResponse {
  'notices'?: (_headwater_sites_v1_Notice)[];
}

export interface ListNoticesResponse__Output {
  'notices': (_headwater_sites_v1_Notice__Output)[];
}
