// Original file: protos/headwater/analytics/v1/analytics.proto

import type { Long } from '@grpc/proto-loader';

export interface RowsOfTables {
  'tables'?: ({[key: string]: number | string | Long});
}

export interface RowsOfTables__Output {
  'tables': ({[key: string]: number});
}
