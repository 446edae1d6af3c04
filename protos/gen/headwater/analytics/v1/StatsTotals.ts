// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface StatsTotals {
  'visitors'?: (number | string | Long);
  'sessions'?: (number | string | Long);
  'pageviews'?: (number | string | Long);
  'bounceRate'?: (number | string);
  'visitDuration'?: (number | string);
  'viewsPerVisit'?: (number | string);
  '_bounceRate'?: "bounceRate";
  '_visitDuration'?: "visitDuration";
  '_viewsPerVisit'?: "viewsPerVisit";
}

export interface StatsTotals__Output {
  'visitors': (number);
  'sessions': (number);
  'pageviews': (number);
  'bounceRate'?: (number);
  'visitDuration'?: (number);
  'viewsPerVisit'?: (number);
  '_bounceRate'?: "bounceRate";
  '_visitDuration'?: "visitDuration";
  '_viewsPerVisit'?: "viewsPerVisit";
}
