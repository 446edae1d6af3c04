// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Filter as _headwater_analytics_v1_Filter, Filter__Output as _headwater_analytics_v1_Filter__Output } from '../../../headwater/analytics/v1/Filter';
import type { Long } from '@grpc/proto-loader';

export interface QueryEventRequest {
  'siteId'?: (number | string | Long);
  'timezone'?: (string);
  'name'?: (string);
  'from'?: (string);
  'to'?: (string);
  'range'?: (string);
  'grain'?: (string);
  'dimension'?: (string);
  'filters'?: (_headwater_analytics_v1_Filter)[];
  'limit'?: (number);
  'compare'?: (string);
  'siteTimezone'?: (string);
  '_from'?: "from";
  '_to'?: "to";
  '_range'?: "range";
  '_grain'?: "grain";
  '_dimension'?: "dimension";
  '_limit'?: "limit";
  '_compare'?: "compare";
}

export interface QueryEventRequest__Output {
  'siteId': (number);
  'timezone': (string);
  'name': (string);
  'from'?: (string);
  'to'?: (string);
  'range'?: (string);
  'grain'?: (string);
  'dimension'?: (string);
  'filters': (_headwater_analytics_v1_Filter__Output)[];
  'limit'?: (number);
  'compare'?: (string);
  'siteTimezone': (string);
  '_from'?: "from";
  '_to'?: "to";
  '_range'?: "range";
  '_grain'?: "grain";
  '_dimension'?: "dimension";
  '_limit'?: "limit";
  '_compare'?: "compare";
}
