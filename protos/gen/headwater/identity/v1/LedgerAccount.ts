// Original file: protos/headwater/identity/v1/identity.proto

import type { Attribution as _headwater_identity_v1_Attribution, Attribution__Output as _headwater_identity_v1_Attribution__Output } from '../../../headwater/identity/v1/Attribution';
import type { LedgerRevenue as _headwater_identity_v1_LedgerRevenue, LedgerRevenue__Output as _headwater_identity_v1_LedgerRevenue__Output } from '../../../headwater/identity/v1/LedgerRevenue';
import type { Long } from '@grpc/proto-loader';

export interface LedgerAccount {
  'id'?: (number | string | Long);
  'userId'?: (string);
  'company'?: (string);
  'plan'?: (string);
  'mrr'?: (string);
  'status'?: (string);
  'attribution'?: (_headwater_identity_v1_Attribution | null);
  'identifiedAtMs'?: (number | string | Long);
  'position'?: (number | string | Long);
  'revenue'?: (_headwater_identity_v1_LedgerRevenue)[];
  '_userId'?: "userId";
  '_company'?: "company";
  '_plan'?: "plan";
  '_mrr'?: "mrr";
}

export interface LedgerAccount__Output {
  'id': (number);
  'userId'?: (string);
  'company'?: (string);
  'plan'?: (string);
  'mrr'?: (string);
  'status': (string);
  'attribution': (_headwater_identity_v1_Attribution__Output | null);
  'identifiedAtMs': (number);
  'position': (number);
  'revenue': (_headwater_identity_v1_LedgerRevenue__Output)[];
  '_userId'?: "userId";
  '_company'?: "company";
  '_plan'?: "plan";
  '_mrr'?: "mrr";
}
