// Original file: protos/headwater/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface Cost {
  'day'?: (string);
  'channel'?: (string);
  'source'?: (string);
  'campaign'?: (string);
  'amount'?: (string);
  'currency'?: (string);
  'clicks'?: (number | string | Long);
  'impressions'?: (number | string | Long);
  '_clicks'?: "clicks";
  '_impressions'?: "impressions";
}

export interface Cost__Output {
  'day': (string);
  'channel': (string);
  'source': (string);
  'campaign': (string);
  'amount': (string);
  'currency': (string);
  'clicks'?: (number);
  'impressions'?: (number);
  '_clicks'?: "clicks";
  '_impressions'?: "impressions";
}
