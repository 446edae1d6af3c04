// Original file: protos/headwater/sites/v1/sites.proto

import type { Detection as _headwater_sites_v1_Detection, Detection__Output as _headwater_sites_v1_Detection__Output } from '../../../headwater/sites/v1/Detection';
import type { Retention as _headwater_sites_v1_Retention, Retention__Output as _headwater_sites_v1_Retention__Output } from '../../../headwater/sites/v1/Retention';
import type { Exclusions as _headwater_sites_v1_Exclusions, Exclusions__Output as _headwater_sites_v1_Exclusions__Output } from '../../../headwater/sites/v1/Exclusions';
import type { Long } from '@grpc/proto-loader';

export interface Site {
  'id'?: (number | string | Long);
  'domain'?: (string);
  'name'?: (string);
  'timezone'?: (string);
  'installed'?: (boolean);
  'categories'?: (string)[];
  'tags'?: (string)[];
  'createdAtMs'?: (number | string | Long);
  'siteKey'?: (string);
  'deletedAtMs'?: (number | string | Long);
  'purgeAtMs'?: (number | string | Long);
  'detection'?: (_headwater_sites_v1_Detection | null);
  'scrub'?: (boolean);
  'retention'?: (_headwater_sites_v1_Retention | null);
  'clickIds'?: (boolean);
  'exclusions'?: (_headwater_sites_v1_Exclusions | null);
  '_deletedAtMs'?: "deletedAtMs";
  '_purgeAtMs'?: "purgeAtMs";
  '_detection'?: "detection";
  '_scrub'?: "scrub";
  '_clickIds'?: "clickIds";
}

export interface Site__Output {
  'id': (number);
  'domain': (string);
  'name': (string);
  'timezone': (string);
  'installed': (boolean);
  'categories': (string)[];
  'tags': (string)[];
  'createdAtMs': (number);
  'siteKey': (string);
  'deletedAtMs'?: (number);
  'purgeAtMs'?: (number);
  'detection'?: (_headwater_sites_v1_Detection__Output | null);
  'scrub'?: (boolean);
  'retention': (_headwater_sites_v1_Retention__Output | null);
  'clickIds'?: (boolean);
  'exclusions': (_headwater_sites_v1_Exclusions__Output | null);
  '_deletedAtMs'?: "deletedAtMs";
  '_purgeAtMs'?: "purgeAtMs";
  '_detection'?: "detection";
  '_scrub'?: "scrub";
  '_clickIds'?: "clickIds";
}
