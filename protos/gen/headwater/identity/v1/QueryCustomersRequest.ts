// Original file: protos/headwater/identity/v1/identity.proto

import type { RevenueFilter as _headwater_identity_v1_RevenueFilter, RevenueFilter__Output as _headwater_identity_v1_RevenueFilter__Output } from '../../../headwater/identity/v1/RevenueFilter';

export interface QueryCustomersRequest {
  'timezone'?: (string);
  'from'?: (string);
  'to'?: (string);
  'range'?: (string);
  'grain'?: (string);
  'dimension'?: (string);
  'filters'?: (_headwater_identity_v1_RevenueFilter)[];
  'limit'?: (number);
  'model'?: (string);
  'basis'?: (string);
  'lookback'?: (number);
  'withPayback'?: (boolean);
  '_timezone'?: "timezone";
  '_from'?: "from";
  '_to'?: "to";
  '_range'?: "range";
  '_grain'?: "grain";
  '_dimension'?: "dimension";
  '_limit'?: "limit";
  '_model'?: "model";
  '_basis'?: "basis";
  '_lookback'?: "lookback";
}

export interface QueryCustomersRequest__Output {
  'timezone'?: (string);
  'from'?: (string);
  'to'?: (string);
  'range'?: (string);
  'grain'?: (string);
  'dimension'?: (string);
  'filters': (_headwater_identity_v1_RevenueFilter__Output)[];
  'limit'?: (number);
  'model'?: (string);
  'basis'?: (string);
  'lookback'?: (number);
  'withPayback': (boolean);
  '_timezone'?: "timezone";
  '_from'?: "from";
  '_to'?: "to";
  '_range'?: "range";
  '_grain'?: "grain";
  '_dimension'?: "dimension";
  '_limit'?: "limit";
  '_model'?: "model";
  '_basis'?: "basis";
  '_lookback'?: "lookback";
}
