// Original file: protos/headwater/identity/v1/identity.proto

import type { RevenueFilter as _headwater_identity_v1_RevenueFilter, RevenueFilter__Output as _headwater_identity_v1_RevenueFilter__Output } from '../../../headwater/identity/v1/RevenueFilter';

export interface QueryCohortsRequest {
  'cohort'?: (string);
  'dimension'?: (string);
  'metric'?: (string);
  'currency'?: (string);
  'periods'?: (number);
  'timezone'?: (string);
  'from'?: (string);
  'to'?: (string);
  'range'?: (string);
  'filters'?: (_headwater_identity_v1_RevenueFilter)[];
  'limit'?: (number);
  'model'?: (string);
  'lookback'?: (number);
  'excludesCosts'?: (boolean);
  '_cohort'?: "cohort";
  '_dimension'?: "dimension";
  '_metric'?: "metric";
  '_currency'?: "currency";
  '_periods'?: "periods";
  '_timezone'?: "timezone";
  '_from'?: "from";
  '_to'?: "to";
  '_range'?: "range";
  '_limit'?: "limit";
  '_model'?: "model";
  '_lookback'?: "lookback";
}

export interface QueryCohortsRequest__Output {
  'cohort'?: (string);
  'dimension'?: (string);
  'metric'?: (string);
  'currency'?: (string);
  'periods'?: (number);
  'timezone'?: (string);
  'from'?: (string);
  'to'?: (string);
  'range'?: (string);
  'filters': (_headwater_identity_v1_RevenueFilter__Output)[];
  'limit'?: (number);
  'model'?: (string);
  'lookback'?: (number);
  'excludesCosts': (boolean);
  '_cohort'?: "cohort";
  '_dimension'?: "dimension";
  '_metric'?: "metric";
  '_currency'?: "currency";
  '_periods'?: "periods";
  '_timezone'?: "timezone";
  '_from'?: "from";
  '_to'?: "to";
  '_range'?: "range";
  '_limit'?: "limit";
  '_model'?: "model";
  '_lookback'?: "lookback";
}
