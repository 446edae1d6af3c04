import { QUERY_LIMITS } from '@headwater/protos/limits';
import { PAGEVIEW } from '@headwater/protos/vocabulary';
import type { RunStatement } from '../clickhouse/run';
import { Bindings } from '../query/bindings';
import { ALL_EVENTS, bucketSql, scopeSql } from '../query/compile';
import { dimensionSql, keySql, type Dimension } from '../query/dimensions';
import { OF_SITE } from './segments';
import { buildsSql, rangesSql } from './sources-sql';
import type { RollupPlan } from './stats-sql';
import type { FindNumbers } from './visitor-numbers';

/** Events with the same bucket, key and visitor that no segment counts. */
export interface EventRestRow {
  /** Unix seconds. */
  readonly bucket: number;
  /** As responses show it; '' without a dimension. */
  readonly key: string;
  /** Number of the visitor, or the id of one without a number. */
  readonly visitor: number | string;
  readonly events: number;
  /** Those of sessions that are not within one segment; of no visitor. */
  readonly pageviews: number;
}

/** Events with the same name and visitor that no segment counts. */
export interface NameRestRow extends Pick<EventRestRow, 'visitor' | 'events'> {
  readonly name: string;
  readonly properties: readonly string[];
}

/** More rows are not read: all events together are then counted faster. */
const MAX_ROWS = 50_000;

/** Reads the events of a window that no counted segment contains. Undefined if there are too many. */
export interface ReadEventRest {
  ofName(
    run: RunStatement,
    plan: RollupPlan,
    of: { readonly name: string; readonly dimension: Dimension | undefined },
  ): Promise<readonly EventRestRow[] | undefined>;
  names(run: RunStatement, plan: RollupPlan): Promise<readonly NameRestRow[] | undefined>;
}

export function createReadEventRest(findNumbers: FindNumbers): ReadEventRest {
  /** Replaces the ids of visitors by their numbers. Rows without events have no visitor. */
  const numbered = async <Row extends { readonly visitor: string; readonly events: number }>(
    run: RunStatement,
    plan: RollupPlan,
    rows: readonly Row[],
  ) => {
    if (rows.length > MAX_ROWS) return undefined;
    const visitors = new Set(rows.filter(({ events }) => events > 0).map(({ visitor }) => visitor));
    const numbers = visitors.size === 0 ? undefined : await findNumbers(run, plan, visitors);
    return rows.map((row) => ({ ...row, visitor: numbers?.get(row.visitor) || row.visitor }));
  };
  return {
    ofName: async (run, plan, { name, dimension }) => {
      const bindings = new Bindings();
      const isEvent = `name = ${bindings.bind('name', 'String', name)} AND number = 0`;
      const bucket = bucketSql(plan.buckets, bindings);
      const value = dimension && dimensionSql(dimension, bindings);
      const key = dimension && value ? keySql(dimension, value) : "''";
      const condition = `name IN ${bindings.bind('names', 'Array(String)', [...new Set([name, PAGEVIEW])])}`;
      const columns = dimension ? [dimension.kind === 'property' ? 'props' : dimension.key] : [];
      const { data } = await run<Omit<EventRestRow, 'visitor'> & { readonly visitor: string }>({
        query: `SELECT ${bucket} AS bucket, ${key} AS key, if(${isEvent}, toString(visitor_id), '') AS visitor,
  countIf(${isEvent}) AS events, countIf(name = '${PAGEVIEW}') AS pageviews
FROM (${restSql(plan, bindings, { columns, condition })})
GROUP BY bucket, key, visitor
LIMIT ${MAX_ROWS + 1}`,
        params: { ...bindings.params },
      });
      return numbered(run, plan, data);
    },
    names: async (run, plan) => {
      const bindings = new Bindings();
      const { data } = await run<Omit<NameRestRow, 'visitor'> & { readonly visitor: string }>({
        query: `SELECT toString(name) AS name, toString(visitor_id) AS visitor, count() AS events,
  arraySlice(arraySort(groupUniqArrayArray(mapKeys(props))), 1, ${QUERY_LIMITS.maxPropertyKeys}) AS properties
FROM (${restSql(plan, bindings, { columns: ['props'], condition: '1' })})
WHERE number = 0
GROUP BY name, visitor
LIMIT ${MAX_ROWS + 1}`,
        params: { ...bindings.params },
      });
      return numbered(run, plan, data);
    },
  };
}

/**
 * SQL of the events of raw ranges, with the number 0, and of crossing sessions. Of these, `rollup_event_counts` lacks the events with the
 * number 0, and the counts of pageviews lack all.
 */
function restSql(
  { scope, sources }: RollupPlan,
  bindings: Bindings,
  { columns, condition }: { readonly columns: readonly string[]; readonly condition: string },
): string {
  const selected = [...new Set(['ts', 'name', 'visitor_id', ...columns])].join(', ');
  const raw = [...scopeSql(scope, bindings), rangesSql(sources.raw, bindings), condition].join(' AND ');
  return `SELECT ${selected}, toUInt32(0) AS number FROM ${ALL_EVENTS} WHERE ${raw}
UNION ALL
SELECT ${selected}, number FROM rollup_crossing
WHERE ${OF_SITE} AND build IN ${buildsSql(sources.counted, bindings)} AND ${condition}`;
}
