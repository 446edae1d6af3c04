// Original file: protos/headwater/analytics/v1/analytics.proto

import type { SiteWithClickIds as _headwater_analytics_v1_SiteWithClickIds, SiteWithClickIds__Output as _headwater_analytics_v1_SiteWithClickIds__Output } from '../../../headwater/analytics/v1/SiteWithClickIds';

export interface ListClickIdSitesResponse {
  'sites'?: (_headwater_analytics_v1_SiteWithClickIds)[];
}

export interface ListClickIdSitesResponse__Output {
  'sites': (_headwater_analytics_v1_SiteWithClickIds__Output)[];
}
