// Original file: protos/headwater/sites/v1/sites.proto

import type { SiteConfig as _headwater_sites_v1_SiteConfig, SiteConfig__Output as _headwater_sites_v1_SiteConfig__Output } from '../../../headwater/sites/v1/SiteConfig';

export interface PutConfigResponse {
  'before'?: (_headwater_sites_v1_SiteConfig | null);
  'after'?: (_headwater_sites_v1_SiteConfig | null);
  'etag'?: (string);
}

export interface PutConfigResponse__Output {
  'before': (_headwater_sites_v1_SiteConfig__Output | null);
  'after': (_headwater_sites_v1_SiteConfig__Output | null);
  'etag': (string);
}
