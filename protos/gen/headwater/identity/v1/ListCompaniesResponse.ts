// Original file: protos/headwater/identity/v1/identity.proto

import type { Company as _headwater_identity_v1_Company, Company__Output as _headwater_identity_v1_Company__Output } from '../../../headwater/identity/v1/Company';
import type { Long } from '@grpc/proto-loader';

export interface ListCompaniesResponse {
  'companies'?: (_headwater_identity_v1_Company)[];
  'total'?: (number | string | Long);
}

export interface ListCompaniesResponse__Output {
  'companies': (_headwater_identity_v1_Company__Output)[];
  'total': (number);
}
