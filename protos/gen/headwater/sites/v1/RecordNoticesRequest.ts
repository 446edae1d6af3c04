// Original file: protos/headwater/sites/v1/sites.proto

import type { RecordedNotice as _headwater_sites_v1_RecordedNotice, RecordedNotice__Output as _headwater_sites_v1_RecordedNotice__Output } from '../../../headwater/sites/v1/RecordedNotice';

export interface RecordNoticesRequest {
  'notices'?: (_headwater_sites_v1_RecordedNotice)[];
}

export interface RecordNoticesRequest__Output {
  'notices': (_headwater_sites_v1_RecordedNotice__Output)[];
}
