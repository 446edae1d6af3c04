// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface Touch {
  'startedAtMs'?: (number | string | Long);
  'channel'?: (string);
  'source'?: (string);
  'utmCampaign'?: (string);
  'landing'?: (string);
  'referrer'?: (string);
}

export interface Touch__Output {
  'startedAtMs': (number);
  'channel': (string);
  'source': (string);
  'utmCampaign': (string);
  'landing': (string);
  'referrer': (string);
}
