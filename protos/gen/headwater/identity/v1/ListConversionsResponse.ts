// Original file: protos/headwater/identity/v1/identity.proto

import type { Conversion as _headwater_identity_v1_Conversion, Conversion__Output as _headwater_identity_v1_Conversion__Output } from '../../../headwater/identity/v1/Conversion';
import type { ConversionPosition as _headwater_identity_v1_ConversionPosition, ConversionPosition__Output as _headwater_identity_v1_ConversionPosition__Output } from '../../../headwater/identity/v1/ConversionPosition';

export interface ListConversionsResponse {
  'conversions'?: (_headwater_identity_v1_Conversion)[];
  'next'?: (_headwater_identity_v1_ConversionPosition | null);
  '_next'?: "next";
}

export interface ListConversionsResponse__Output {
  'conversions': (_headwater_identity_v1_Conversion__Output)[];
  'next'?: (_headwater_identity_v1_ConversionPosition__Output | null);
  '_next'?: "next";
}
