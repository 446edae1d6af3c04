import type { Schemas } from '@headwater/client/client';
import { bucketOf } from '../../chart/series';
import type { Table } from '../../export/csv';

/** The series as it is saved. */
export function visitsTable({ grain, data }: Schemas['Stats']): Table {
  return {
    columns: [grain, 'Visitors', 'Sessions', 'Pageviews'],
    rows: data.series.map((row) => [bucketOf(row, grain), row.visitors, row.sessions, row.pageviews]),
  };
}
