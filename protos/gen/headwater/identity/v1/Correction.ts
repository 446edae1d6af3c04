// Original file: protos/headwater/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface Correction {
  'id'?: (number | string | Long);
  'correctedAtMs'?: (number | string | Long);
  'previousChannel'?: (string);
  'previousSource'?: (string);
  'channel'?: (string);
  'source'?: (string);
  'siteId'?: (number | string | Long);
  'eventId'?: (string);
  '_siteId'?: "siteId";
}

export interface Correction__Output {
  'id': (number);
  'correctedAtMs': (number);
  'previousChannel': (string);
  'previousSource': (string);
  'channel': (string);
  'source': (string);
  'siteId'?: (number);
  'eventId': (string);
  '_siteId'?: "siteId";
}
