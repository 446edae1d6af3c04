// Original file: protos/headwater/identity/v1/identity.proto

import type { ErasedRows as _headwater_identity_v1_ErasedRows, ErasedRows__Output as _headwater_identity_v1_ErasedRows__Output } from '../../../headwater/identity/v1/ErasedRows';
import type { Long } from '@grpc/proto-loader';

export interface Erasure {
  'id'?: (string);
  'atMs'?: (number | string | Long);
  'profiles'?: (number | string | Long);
  'links'?: (number | string | Long);
  'payments'?: (number | string | Long);
  'customers'?: (number | string | Long);
  'subscriptions'?: (number | string | Long);
  'visitors'?: (number | string | Long);
  'events'?: (number | string | Long);
  'firstTouches'?: (number | string | Long);
  'completedAtMs'?: (number | string | Long);
  'webhookEvents'?: (number | string | Long);
  'touches'?: (number | string | Long);
  'clickIds'?: (number | string | Long);
  'rows'?: (_headwater_identity_v1_ErasedRows | null);
  'closedExports'?: (number | string | Long);
  '_clickIds'?: "clickIds";
  '_closedExports'?: "closedExports";
  '_completedAtMs'?: "completedAtMs";
}

export interface Erasure__Output {
  'id': (string);
  'atMs': (number);
  'profiles': (number);
  'links': (number);
  'payments': (number);
  'customers': (number);
  'subscriptions': (number);
  'visitors': (number);
  'events': (number);
  'firstTouches': (number);
  'completedAtMs'?: (number);
  'webhookEvents': (number);
  'touches': (number);
  'clickIds'?: (number);
  'rows': (_headwater_identity_v1_ErasedRows__Output | null);
  'closedExports'?: (number);
  '_clickIds'?: "clickIds";
  '_closedExports'?: "closedExports";
  '_completedAtMs'?: "completedAtMs";
}
