// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Filter as _headwater_analytics_v1_Filter, Filter__Output as _headwater_analytics_v1_Filter__Output } from '../../../headwater/analytics/v1/Filter';
import type { Long } from '@grpc/proto-loader';

export interface Question {
  'siteId'?: (number | string | Long);
  'timezone'?: (string);
  'from'?: (string);
  'to'?: (string);
  'range'?: (string);
  'grain'?: (string);
  'dimension'?: (string);
  'filters'?: (_headwater_analytics_v1_Filter)[];
  'limit'?: (number);
  '_from'?: "from";
  '_to'?: "to";
  '_range'?: "range";
  '_grain'?: "grain";
  '_dimension'?: "dimension";
  '_limit'?: "limit";
}

export interface Question__Output {
  'siteId': (number);
  'timezone': (string);
  'from'?: (string);
  'to'?: (string);
  'range'?: (string);
  'grain'?: (string);
  'dimension'?: (string);
  'filters': (_headwater_analytics_v1_Filter__Output)[];
  'limit'?: (number);
  '_from'?: "from";
  '_to'?: "to";
  '_range'?: "range";
  '_grain'?: "grain";
  '_dimension'?: "dimension";
  '_limit'?: "limit";
}
