// Original file: protos/headwater/identity/v1/identity.proto

import type { Cohort as _headwater_identity_v1_Cohort, Cohort__Output as _headwater_identity_v1_Cohort__Output } from '../../../headwater/identity/v1/Cohort';

export interface QueryCohortsResponse {
  'from'?: (string);
  'to'?: (string);
  'timezone'?: (string);
  'cohort'?: (string);
  'metric'?: (string);
  'currency'?: (string);
  'dimension'?: (string);
  'cohorts'?: (_headwater_identity_v1_Cohort)[];
  'model'?: (string);
  'lookback'?: (number);
  '_dimension'?: "dimension";
  '_lookback'?: "lookback";
}

export interface QueryCohortsResponse__Output {
  'from': (string);
  'to': (string);
  'timezone': (string);
  'cohort': (string);
  'metric': (string);
  'currency': (string);
  'dimension'?: (string);
  'cohorts': (_headwater_identity_v1_Cohort__Output)[];
  'model': (string);
  'lookback'?: (number);
  '_dimension'?: "dimension";
  '_lookback'?: "lookback";
}
