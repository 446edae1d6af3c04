import { Bindings } from '../query/bindings';
import type { Statement } from '../query/compile';
import { bucketSql, scopeSql } from '../query/scope-sql';
import { eventsSql } from '../stats/events-sql';
import { instantText } from '../time/instant-text';
import { EXPORT_COLUMNS } from './columns';
import type { ExportPlan, Slice } from './plan-export';

/** A row for each bucket with any event, `bucket` (Unix second of its start), whatever the filters. */
export function compileBusyBuckets(plan: ExportPlan): Statement {
  const bindings = new Bindings();
  const bucket = bucketSql(plan.buckets, bindings);
  return {
    query: [
      `SELECT ${bucket} AS bucket`,
      'FROM events',
      `WHERE ${[...scopeSql(plan.scope, bindings), ...nameSql(plan, bindings)].join('\n  AND ')}`,
      'GROUP BY bucket',
    ].join('\n'),
    params: bindings.params,
  };
}

/** The rows of one slice, by time, those of one millisecond by event id. */
export function compileExportSlice(plan: ExportPlan, { startMs, endMs }: Slice): Statement {
  const bindings = new Bindings();
  const columns = Object.entries(EXPORT_COLUMNS).map(([column, sql]) => `${sql} AS \`${column}\``);
  const conditions = [
    `ts >= ${bindings.bind('slice_start', "DateTime64(3, 'UTC')", instantText(startMs))}`,
    `ts < ${bindings.bind('slice_end', "DateTime64(3, 'UTC')", instantText(endMs))}`,
    ...nameSql(plan, bindings),
  ];
  return {
    query: [
      `SELECT ${columns.join(',\n  ')}`,
      eventsSql(plan, bindings, { conditions }),
      'ORDER BY ts ASC, event_id ASC',
    ].join('\n'),
    params: bindings.params,
  };
}

function nameSql({ name }: ExportPlan, bindings: Bindings): readonly string[] {
  return name === undefined ? [] : [`name = ${bindings.bind('name', 'String', name)}`];
}
