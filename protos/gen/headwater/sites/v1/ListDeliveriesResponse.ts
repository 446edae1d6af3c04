// Original file: protos/headwater/sites/v1/sites.proto

import type { Delivery as _headwater_sites_v1_Delivery, Delivery__Output as _headwater_sites_v1_Delivery__Output } from '../../../headwater/sites/v1/Delivery';

export interface ListDeliveriesResponse {
  'deliveries'?: (_headwater_sites_v1_Delivery)[];
}

export interface ListDeliveriesResponse__Output {
  'deliveries': (_headwater_sites_v1_Delivery__Output)[];
}
