// Original file: protos/headwater/identity/v1/identity.proto

import type { CustomerSums as _headwater_identity_v1_CustomerSums, CustomerSums__Output as _headwater_identity_v1_CustomerSums__Output } from '../../../headwater/identity/v1/CustomerSums';
import type { CustomerBucket as _headwater_identity_v1_CustomerBucket, CustomerBucket__Output as _headwater_identity_v1_CustomerBucket__Output } from '../../../headwater/identity/v1/CustomerBucket';
import type { CustomerRow as _headwater_identity_v1_CustomerRow, CustomerRow__Output as _headwater_identity_v1_CustomerRow__Output } from '../../../headwater/identity/v1/CustomerRow';
import type { Long } from '@grpc/proto-loader';

export interface QueryCustomersResponse {
  'from'?: (string);
  'to'?: (string);
  'timezone'?: (string);
  'grain'?: (string);
  'model'?: (string);
  'basis'?: (string);
  'dimension'?: (string);
  'total'?: (_headwater_identity_v1_CustomerSums | null);
  'linked'?: (number | string | Long);
  'pending'?: (number | string | Long);
  'unattributed'?: (number | string | Long);
  'series'?: (_headwater_identity_v1_CustomerBucket)[];
  'breakdown'?: (_headwater_identity_v1_CustomerRow)[];
  'lookback'?: (number);
  'withoutVisitorId'?: (number | string | Long);
  '_dimension'?: "dimension";
  '_lookback'?: "lookback";
}

export interface QueryCustomersResponse__Output {
  'from': (string);
  'to': (string);
  'timezone': (string);
  'grain': (string);
  'model': (string);
  'basis': (string);
  'dimension'?: (string);
  'total': (_headwater_identity_v1_CustomerSums__Output | null);
  'linked': (number);
  'pending': (number);
  'unattributed': (number);
  'series': (_headwater_identity_v1_CustomerBucket__Output)[];
  'breakdown': (_headwater_identity_v1_CustomerRow__Output)[];
  'lookback'?: (number);
  'withoutVisitorId': (number);
  '_dimension'?: "dimension";
  '_lookback'?: "lookback";
}
