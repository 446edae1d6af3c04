// Original file: protos/headwater/sites/v1/sites.proto

import type { FirstClaim as _headwater_sites_v1_FirstClaim, FirstClaim__Output as _headwater_sites_v1_FirstClaim__Output } from '../../../headwater/sites/v1/FirstClaim';

export interface ClaimEventsResponse {
  'claims'?: (_headwater_sites_v1_FirstClaim)[];
}

export interface ClaimEventsResponse__Output {
  'claims': (_headwater_sites_v1_FirstClaim__Output)[];
}
