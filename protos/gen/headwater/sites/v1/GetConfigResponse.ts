// Original file: protos/headwater/sites/v1/sites.proto

import type { SiteConfig as _headwater_sites_v1_SiteConfig, SiteConfig__Output as _headwater_sites_v1_SiteConfig__Output } from '../../../headwater/sites/v1/SiteConfig';

export interface GetConfigResponse {
  'config'?: (_headwater_sites_v1_SiteConfig | null);
  'etag'?: (string);
}

export interface GetConfigResponse__Output {
  'config': (_headwater_sites_v1_SiteConfig__Output | null);
  'etag': (string);
}
