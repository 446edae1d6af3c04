// Original file: protos/headwater/sites/v1/sites.proto

import type { SiteToAudit as _headwater_sites_v1_SiteToAudit, SiteToAudit__Output as _headwater_sites_v1_SiteToAudit__Output } from '../../../headwater/sites/v1/SiteToAudit';

export interface ListSitesToAuditResponse {
  'sites'?: (_headwater_sites_v1_SiteToAudit)[];
}

export interface ListSitesToAuditResponse__Output {
  'sites': (_headwater_sites_v1_SiteToAudit__Output)[];
}
