// Original file: protos/headwater/sites/v1/sites.proto

import type { DueRetention as _headwater_sites_v1_DueRetention, DueRetention__Output as _headwater_sites_v1_DueRetention__Output } from '../../../headwater/sites/v1/DueRetention';

export interface ListRetentionDueResponse {
  'sites'?: (_headwater_sites_v1_DueRetention)[];
}

export interface ListRetentionDueResponse__Output {
  'sites': (_headwater_sites_v1_DueRetention__Output)[];
}
