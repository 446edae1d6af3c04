// Original file: protos/headwater/sites/v1/sites.proto

import type { Funnel as _headwater_sites_v1_Funnel, Funnel__Output as _headwater_sites_v1_Funnel__Output } from '../../../headwater/sites/v1/Funnel';
import type { Long } from '@grpc/proto-loader';

export interface CreateFunnelRequest {
  'siteId'?: (number | string | Long);
  'funnel'?: (_headwater_sites_v1_Funnel | null);
}

export interface CreateFunnelRequest__Output {
  'siteId': (number);
  'funnel': (_headwater_sites_v1_Funnel__Output | null);
}
