// Original file: protos/headwater/collector/v1/collector.proto

import type { ImportedRow as _headwater_collector_v1_ImportedRow, ImportedRow__Output as _headwater_collector_v1_ImportedRow__Output } from '../../../headwater/collector/v1/ImportedRow';
import type { Long } from '@grpc/proto-loader';

export interface ImportRowsRequest {
  'siteId'?: (number | string | Long);
  'domain'?: (string);
  'source'?: (string);
  'columns'?: (string)[];
  'rows'?: (_headwater_collector_v1_ImportedRow)[];
  'scrub'?: (boolean);
  'retainedFromDay'?: (string);
  'retainedFromMs'?: (number | string | Long);
  '_scrub'?: "scrub";
  '_retainedFromDay'?: "retainedFromDay";
  '_retainedFromMs'?: "retainedFromMs";
}

export interface ImportRowsRequest__Output {
  'siteId': (number);
  'domain': (string);
  'source': (string);
  'columns': (string)[];
  'rows': (_headwater_collector_v1_ImportedRow__Output)[];
  'scrub'?: (boolean);
  'retainedFromDay'?: (string);
  'retainedFromMs'?: (number);
  '_scrub'?: "scrub";
  '_retainedFromDay'?: "retainedFromDay";
  '_retainedFromMs'?: "retainedFromMs";
}
