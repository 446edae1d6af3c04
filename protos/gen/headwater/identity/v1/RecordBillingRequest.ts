// Original file: protos/headwater/identity/v1/identity.proto

import type { Subscription as _headwater_identity_v1_Subscription, Subscription__Output as _headwater_identity_v1_Subscription__Output } from '../../../headwater/identity/v1/Subscription';
import type { Long } from '@grpc/proto-loader';

export interface RecordBillingRequest {
  'customerId'?: (string);
  'email'?: (string);
  'atMs'?: (number | string | Long);
  'subscription'?: (_headwater_identity_v1_Subscription | null);
  'anonymousId'?: (string);
  '_email'?: "email";
  '_anonymousId'?: "anonymousId";
}

export interface RecordBillingRequest__Output {
  'customerId': (string);
  'email'?: (string);
  'atMs': (number);
  'subscription': (_headwater_identity_v1_Subscription__Output | null);
  'anonymousId'?: (string);
  '_email'?: "email";
  '_anonymousId'?: "anonymousId";
}
