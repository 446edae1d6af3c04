// Original file: protos/headwater/sites/v1/sites.proto

import type { EventClaim as _headwater_sites_v1_EventClaim, EventClaim__Output as _headwater_sites_v1_EventClaim__Output } from '../../../headwater/sites/v1/EventClaim';

export interface ReleaseClaimsRequest {
  'claims'?: (_headwater_sites_v1_EventClaim)[];
}

export interface ReleaseClaimsRequest__Output {
  'claims': (_headwater_sites_v1_EventClaim__Output)[];
}
