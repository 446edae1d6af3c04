// Original file: protos/headwater/identity/v1/identity.proto

import type { CohortPeriod as _headwater_identity_v1_CohortPeriod, CohortPeriod__Output as _headwater_identity_v1_CohortPeriod__Output } from '../../../headwater/identity/v1/CohortPeriod';
import type { Long } from '@grpc/proto-loader';

export interface Cohort {
  'cohort'?: (string);
  'key'?: (string);
  'customers'?: (number | string | Long);
  'periods'?: (_headwater_identity_v1_CohortPeriod)[];
  'cost'?: (string);
  'cac'?: (string);
  'roas'?: (string);
  'paybackPeriod'?: (number);
  '_key'?: "key";
  '_cost'?: "cost";
  '_cac'?: "cac";
  '_roas'?: "roas";
  '_paybackPeriod'?: "paybackPeriod";
}

export interface Cohort__Output {
  'cohort': (string);
  'key'?: (string);
  'customers': (number);
  'periods': (_headwater_identity_v1_CohortPeriod__Output)[];
  'cost'?: (string);
  'cac'?: (string);
  'roas'?: (string);
  'paybackPeriod'?: (number);
  '_key'?: "key";
  '_cost'?: "cost";
  '_cac'?: "cac";
  '_roas'?: "roas";
  '_paybackPeriod'?: "paybackPeriod";
}
