// Original file: protos/headwater/identity/v1/identity.proto

import type { RevenueOfCustomers as _headwater_identity_v1_RevenueOfCustomers, RevenueOfCustomers__Output as _headwater_identity_v1_RevenueOfCustomers__Output } from '../../../headwater/identity/v1/RevenueOfCustomers';
import type { Long } from '@grpc/proto-loader';

export interface CustomerSums {
  'customers'?: (number | string | Long);
  'paying'?: (number | string | Long);
  'mrr'?: (string);
  'revenue'?: (_headwater_identity_v1_RevenueOfCustomers)[];
}

export interface CustomerSums__Output {
  'customers': (number);
  'paying': (number);
  'mrr': (string);
  'revenue': (_headwater_identity_v1_RevenueOfCustomers__Output)[];
}
