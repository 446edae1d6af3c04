// Original file: protos/headwater/sites/v1/sites.proto

import type { EventClaim as _headwater_sites_v1_EventClaim, EventClaim__Output as _headwater_sites_v1_EventClaim__Output } from '../../../headwater/sites/v1/EventClaim';

export interface ClaimEventsRequest {
  'claims'?: (_headwater_sites_v1_EventClaim)[];
  'renews'?: (boolean);
}

export interface ClaimEventsRequest__Output {
  'claims': (_headwater_sites_v1_EventClaim__Output)[];
  'renews': (boolean);
}
