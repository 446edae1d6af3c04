// Original file: protos/headwater/identity/v1/identity.proto

import type { Conversion as _headwater_identity_v1_Conversion, Conversion__Output as _headwater_identity_v1_Conversion__Output } from '../../../headwater/identity/v1/Conversion';
import type { PaymentPosition as _headwater_identity_v1_PaymentPosition, PaymentPosition__Output as _headwater_identity_v1_PaymentPosition__Output } from '../../../headwater/identity/v1/PaymentPosition';

export interface ListConversionsResponse {
  'conversions'?: (_headwater_identity_v1_Conversion)[];
  'next'?: (_headwater_identity_v1_PaymentPosition | null);
  '_next'?: "next";
}

export interface ListConversionsResponse__Output {
  'conversions': (_headwater_identity_v1_Conversion__Output)[];
  'next'?: (_headwater_identity_v1_PaymentPosition__Output | null);
  '_next'?: "next";
}
