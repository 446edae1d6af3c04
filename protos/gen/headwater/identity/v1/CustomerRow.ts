// Original file: protos/headwater/identity/v1/identity.proto

import type { CustomerSums as _headwater_identity_v1_CustomerSums, CustomerSums__Output as _headwater_identity_v1_CustomerSums__Output } from '../../../headwater/identity/v1/CustomerSums';
import type { AcquisitionCost as _headwater_identity_v1_AcquisitionCost, AcquisitionCost__Output as _headwater_identity_v1_AcquisitionCost__Output } from '../../../headwater/identity/v1/AcquisitionCost';

export interface CustomerRow {
  'key'?: (string);
  'sums'?: (_headwater_identity_v1_CustomerSums | null);
  'costs'?: (_headwater_identity_v1_AcquisitionCost)[];
}

export interface CustomerRow__Output {
  'key': (string);
  'sums': (_headwater_identity_v1_CustomerSums__Output | null);
  'costs': (_headwater_identity_v1_AcquisitionCost__Output)[];
}
