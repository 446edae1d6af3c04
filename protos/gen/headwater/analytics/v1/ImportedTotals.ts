// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface ImportedTotals {
  'dailyVisitors'?: (number | string | Long);
  'sessions'?: (number | string | Long);
  'pageviews'?: (number | string | Long);
  'bounceRate'?: (number | string);
  'visitDuration'?: (number | string);
  '_bounceRate'?: "bounceRate";
  '_visitDuration'?: "visitDuration";
}

export interface ImportedTotals__Output {
  'dailyVisitors': (number);
  'sessions': (number);
  'pageviews': (number);
  'bounceRate'?: (number);
  'visitDuration'?: (number);
  '_bounceRate'?: "bounceRate";
  '_visitDuration'?: "visitDuration";
}
