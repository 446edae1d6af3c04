// Original file: protos/headwater/collector/v1/collector.proto

import type { RefusedRow as _headwater_collector_v1_RefusedRow, RefusedRow__Output as _headwater_collector_v1_RefusedRow__Output } from '../../../headwater/collector/v1/RefusedRow';

export interface ImportRowsResponse {
  'taken'?: (number);
  'refused'?: (number);
  'refusals'?: (_headwater_collector_v1_RefusedRow)[];
}

export interface ImportRowsResponse__Output {
  'taken': (number);
  'refused': (number);
  'refusals': (_headwater_collector_v1_RefusedRow__Output)[];
}
