// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface GetFirstTouchResponse {
  'found'?: (boolean);
  'channel'?: (string);
  'source'?: (string);
  'utmCampaign'?: (string);
  'landing'?: (string);
  'referrer'?: (string);
  'firstSeenAtMs'?: (number | string | Long);
  'rulesVersion'?: (number);
  'siteId'?: (number | string | Long);
  'country'?: (string);
  'utmSource'?: (string);
  'utmMedium'?: (string);
  'visitorKey'?: (Buffer | Uint8Array | string);
}

export interface GetFirstTouchResponse__Output {
  'found': (boolean);
  'channel': (string);
  'source': (string);
  'utmCampaign': (string);
  'landing': (string);
  'referrer': (string);
  'firstSeenAtMs': (number);
  'rulesVersion': (number);
  'siteId': (number);
  'country': (string);
  'utmSource': (string);
  'utmMedium': (string);
  'visitorKey': (Buffer);
}
