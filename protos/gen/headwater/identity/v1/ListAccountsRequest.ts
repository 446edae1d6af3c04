// Original file: protos/headwater/identity/v1/identity.proto

import type { RevenueFilter as _headwater_identity_v1_RevenueFilter, RevenueFilter__Output as _headwater_identity_v1_RevenueFilter__Output } from '../../../headwater/identity/v1/RevenueFilter';
import type { Long } from '@grpc/proto-loader';

export interface ListAccountsRequest {
  'after'?: (number | string | Long);
  'limit'?: (number);
  'filters'?: (_headwater_identity_v1_RevenueFilter)[];
  'timezone'?: (string);
  'from'?: (string);
  'to'?: (string);
  'range'?: (string);
  '_timezone'?: "timezone";
  '_from'?: "from";
  '_to'?: "to";
  '_range'?: "range";
}

export interface ListAccountsRequest__Output {
  'after': (number);
  'limit': (number);
  'filters': (_headwater_identity_v1_RevenueFilter__Output)[];
  'timezone'?: (string);
  'from'?: (string);
  'to'?: (string);
  'range'?: (string);
  '_timezone'?: "timezone";
  '_from'?: "from";
  '_to'?: "to";
  '_range'?: "range";
}
