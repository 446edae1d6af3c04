// Original file: protos/headwater/sites/v1/sites.proto

import type { Finding as _headwater_sites_v1_Finding, Finding__Output as _headwater_sites_v1_Finding__Output } from '../../../headwater/sites/v1/Finding';
import type { Long } from '@grpc/proto-loader';

export interface Detection {
  'status'?: (string);
  'checkedAtMs'?: (number | string | Long);
  'title'?: (string);
  'language'?: (string);
  'platform'?: (string);
  'snippetFound'?: (boolean);
  'suggestedCategories'?: (string)[];
  'findings'?: (_headwater_sites_v1_Finding)[];
  '_checkedAtMs'?: "checkedAtMs";
  '_title'?: "title";
  '_language'?: "language";
  '_platform'?: "platform";
  '_snippetFound'?: "snippetFound";
}

export interface Detection__Output {
  'status': (string);
  'checkedAtMs'?: (number);
  'title'?: (string);
  'language'?: (string);
  'platform'?: (string);
  'snippetFound'?: (boolean);
  'suggestedCategories': (string)[];
  'findings': (_headwater_sites_v1_Finding__Output)[];
  '_checkedAtMs'?: "checkedAtMs";
  '_title'?: "title";
  '_language'?: "language";
  '_platform'?: "platform";
  '_snippetFound'?: "snippetFound";
}
