import { NONE } from '@headwater/protos/vocabulary';
import type { Bucket } from '@headwater/kit/calendar/buckets';
import { instantText } from '../time/instant-text';
import type { Bindings } from './bindings';
import type { Dimension } from './dimensions';
import type { Scope } from './plan';

/** The one place where a statement gets its workspace, its site and its time: no statement goes without. */
export function scopeSql(scope: Scope, bindings: Bindings): readonly string[] {
  return [
    `workspace_id = ${bindings.bind('workspace_id', 'UInt64', scope.workspaceId)}`,
    `site_id = ${bindings.bind('site_id', 'UInt64', scope.siteId)}`,
    `ts >= ${bindings.bind('start', "DateTime64(3, 'UTC')", instantText(scope.startMs))}`,
    `ts < ${bindings.bind('end', "DateTime64(3, 'UTC')", instantText(scope.endMs))}`,
  ];
}

/** The Unix second at which a row's bucket starts. */
export function bucketSql(buckets: readonly Bucket[], bindings: Bindings): string {
  // A bucket that starts where the next one does is empty; ClickHouse must see each start once.
  const starts = [...new Set(buckets.map(({ startMs }) => startMs / 1_000))];
  // A day that the zone skipped has no hours, and no rows: but ClickHouse refuses to round down to nothing.
  if (starts.length === 0) starts.push(0);
  return `roundDown(toUnixTimestamp(ts), ${bindings.bind('buckets', 'Array(UInt32)', starts)})`;
}

/** A row's key in a breakdown: an unknown column value is the row `(none)`. @param value from `dimensionSql`. */
export function keySql(dimension: Dimension, value: string): string {
  // Not if(): transform() looks at each distinct value of a column alone, and leaves it the numbers that it is grouped by.
  return dimension.kind === 'property' ? value : `transform(${value}, [''], ['${NONE}'])`;
}

/** What a row must hold to be in the breakdown: an event without the property is in none of its rows. */
export function presentSql(dimension: Dimension, value: string): readonly string[] {
  return dimension.kind === 'property' ? [`${value} NOT IN ('', '${NONE}')`] : [];
}
