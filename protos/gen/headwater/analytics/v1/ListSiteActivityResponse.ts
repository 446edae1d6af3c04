// Original file: protos/headwater/analytics/v1/analytics.proto

import type { ListedSiteActivity as _headwater_analytics_v1_ListedSiteActivity, ListedSiteActivity__Output as _headwater_analytics_v1_ListedSiteActivity__Output } from '../../../headwater/analytics/v1/ListedSiteActivity';

export interface ListSiteActivityResponse {
  'sites'?: (_headwater_analytics_v1_ListedSiteActivity)[];
}

export interface ListSiteActivityResponse__Output {
  'sites': (_headwater_analytics_v1_ListedSiteActivity__Output)[];
}
