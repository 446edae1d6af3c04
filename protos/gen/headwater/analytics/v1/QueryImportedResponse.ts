// Original file: protos/headwater/analytics/v1/analytics.proto

import type { ImportedTotals as _headwater_analytics_v1_ImportedTotals, ImportedTotals__Output as _headwater_analytics_v1_ImportedTotals__Output } from '../../../headwater/analytics/v1/ImportedTotals';
import type { ImportedBucket as _headwater_analytics_v1_ImportedBucket, ImportedBucket__Output as _headwater_analytics_v1_ImportedBucket__Output } from '../../../headwater/analytics/v1/ImportedBucket';
import type { ImportedKey as _headwater_analytics_v1_ImportedKey, ImportedKey__Output as _headwater_analytics_v1_ImportedKey__Output } from '../../../headwater/analytics/v1/ImportedKey';
import type { ImportedEvent as _headwater_analytics_v1_ImportedEvent, ImportedEvent__Output as _headwater_analytics_v1_ImportedEvent__Output } from '../../../headwater/analytics/v1/ImportedEvent';

export interface QueryImportedResponse {
  'days'?: (number);
  'totals'?: (_headwater_analytics_v1_ImportedTotals | null);
  'series'?: (_headwater_analytics_v1_ImportedBucket)[];
  'breakdown'?: (_headwater_analytics_v1_ImportedKey)[];
  'events'?: (_headwater_analytics_v1_ImportedEvent)[];
}

export interface QueryImportedResponse__Output {
  'days': (number);
  'totals': (_headwater_analytics_v1_ImportedTotals__Output | null);
  'series': (_headwater_analytics_v1_ImportedBucket__Output)[];
  'breakdown': (_headwater_analytics_v1_ImportedKey__Output)[];
  'events': (_headwater_analytics_v1_ImportedEvent__Output)[];
}
