// Original file: protos/headwater/identity/v1/identity.proto

import type { RevenueBucket as _headwater_identity_v1_RevenueBucket, RevenueBucket__Output as _headwater_identity_v1_RevenueBucket__Output } from '../../../headwater/identity/v1/RevenueBucket';
import type { RevenueRow as _headwater_identity_v1_RevenueRow, RevenueRow__Output as _headwater_identity_v1_RevenueRow__Output } from '../../../headwater/identity/v1/RevenueRow';
import type { Long } from '@grpc/proto-loader';

export interface CurrencyRevenue {
  'currency'?: (string);
  'gross'?: (string);
  'refunds'?: (string);
  'net'?: (string);
  'payments'?: (number | string | Long);
  'customers'?: (number | string | Long);
  'unattributed'?: (string);
  'series'?: (_headwater_identity_v1_RevenueBucket)[];
  'breakdown'?: (_headwater_identity_v1_RevenueRow)[];
}

export interface CurrencyRevenue__Output {
  'currency': (string);
  'gross': (string);
  'refunds': (string);
  'net': (string);
  'payments': (number);
  'customers': (number);
  'unattributed': (string);
  'series': (_headwater_identity_v1_RevenueBucket__Output)[];
  'breakdown': (_headwater_identity_v1_RevenueRow__Output)[];
}
