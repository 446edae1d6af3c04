// Original file: protos/headwater/analytics/v1/analytics.proto

import type { DropCount as _headwater_analytics_v1_DropCount, DropCount__Output as _headwater_analytics_v1_DropCount__Output } from '../../../headwater/analytics/v1/DropCount';
import type { Long } from '@grpc/proto-loader';

export interface GetTrafficQualityResponse {
  'from'?: (string);
  'to'?: (string);
  'timezone'?: (string);
  'accepted'?: (number | string | Long);
  'duplicates'?: (number | string | Long);
  'dropped'?: (_headwater_analytics_v1_DropCount)[];
}

export interface GetTrafficQualityResponse__Output {
  'from': (string);
  'to': (string);
  'timezone': (string);
  'accepted': (number);
  'duplicates': (number);
  'dropped': (_headwater_analytics_v1_DropCount__Output)[];
}
