// Original file: protos/headwater/identity/v1/identity.proto

import type { ConversionPosition as _headwater_identity_v1_ConversionPosition, ConversionPosition__Output as _headwater_identity_v1_ConversionPosition__Output } from '../../../headwater/identity/v1/ConversionPosition';
import type { Long } from '@grpc/proto-loader';

export interface ListConversionsRequest {
  'siteIds'?: (number | string | Long)[];
  'from'?: (string);
  'to'?: (string);
  'range'?: (string);
  'timezone'?: (string);
  'platform'?: (string);
  'after'?: (_headwater_identity_v1_ConversionPosition | null);
  'limit'?: (number);
  '_from'?: "from";
  '_to'?: "to";
  '_range'?: "range";
  '_timezone'?: "timezone";
  '_platform'?: "platform";
  '_after'?: "after";
}

export interface ListConversionsRequest__Output {
  'siteIds': (number)[];
  'from'?: (string);
  'to'?: (string);
  'range'?: (string);
  'timezone'?: (string);
  'platform'?: (string);
  'after'?: (_headwater_identity_v1_ConversionPosition__Output | null);
  'limit': (number);
  '_from'?: "from";
  '_to'?: "to";
  '_range'?: "range";
  '_timezone'?: "timezone";
  '_platform'?: "platform";
  '_after'?: "after";
}
