// Original file: protos/headwater/analytics/v1/analytics.proto

import type { SiteInZone as _headwater_analytics_v1_SiteInZone, SiteInZone__Output as _headwater_analytics_v1_SiteInZone__Output } from '../../../headwater/analytics/v1/SiteInZone';

export interface ListSiteActivityRequest {
  'sites'?: (_headwater_analytics_v1_SiteInZone)[];
}

export interface ListSiteActivityRequest__Output {
  'sites': (_headwater_analytics_v1_SiteInZone__Output)[];
}
