import type { Bucket } from '@headwater/kit/calendar/buckets';
import { LRUCache } from 'lru-cache';
import { QUERY_LIMITS } from '@headwater/protos/limits';
import { PAGEVIEW } from '@headwater/protos/vocabulary';
import type { RunStatement } from '../clickhouse/run';
import { Bindings, type Statement } from '../query/bindings';
import { ALL_EVENTS, bucketSql, scopeSql } from '../query/compile';
import { dimensionSql, keySql, type Dimension } from '../query/dimensions';
import { OF_SITE } from './segments';
import { KEPT_FOR_AN_HOUR } from './segment-counts';
import { lateKeyOf, type LateSegment } from './sources';
import { buildsSql, lateEventsSql, lateVisitorsSql, rangesSql } from './sources-sql';
import type { RollupPlan } from './rollup-plan';
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

const MAX_BUILDS = 10_000;
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

/** Stored rows of late events: about 10 MiB. */
const MAX_STORED = 50_000;

/** A row with the id of its visitor. */
type WithId<Row> = Row & { readonly visitor: string };

export function createReadEventRest(findNumbers: FindNumbers): ReadEventRest {
  const areNew = createAreNew();
  const readNamed = createReadRows<EventRestRow>(findNumbers, areNew);
  const readNames = createReadRows<NameRestRow>(findNumbers, areNew);
  return {
    ofName: (run, plan, { name, dimension }) =>
      readNamed(run, plan, JSON.stringify([name, dimension?.key]), (source, buckets) => {
        const bindings = new Bindings();
        const isEvent = `name = ${bindings.bind('name', 'String', name)} AND number = 0`;
        const bucket = bucketSql(buckets, bindings);
        const value = dimension && dimensionSql(dimension, bindings);
        const key = dimension && value ? keySql(dimension, value) : "''";
        const condition = `name IN ${bindings.bind('names', 'Array(String)', [...new Set([name, PAGEVIEW])])}`;
        const columns = dimension ? [dimension.kind === 'property' ? 'props' : dimension.key] : [];
        const query = `SELECT ${bucket} AS bucket, ${key} AS key, if(${isEvent}, toString(visitor_id), '') AS visitor,
  countIf(${isEvent}) AS events, countIf(name = '${PAGEVIEW}') AS pageviews
FROM (${source({ columns, condition, bindings })})
GROUP BY bucket, key, visitor
LIMIT ${MAX_ROWS + 1}`;
        return { query, params: bindings.params };
      }),
    names: (run, plan) =>
      readNames(run, plan, '', (source) => {
        const bindings = new Bindings();
        const query = `SELECT toString(name) AS name, toString(visitor_id) AS visitor, count() AS events,
  arraySlice(arraySort(groupUniqArrayArray(mapKeys(props))), 1, ${QUERY_LIMITS.maxPropertyKeys}) AS properties
FROM (${source({ columns: ['props'], condition: '1', bindings })})
WHERE number = 0
GROUP BY name, visitor
LIMIT ${MAX_ROWS + 1}`;
        return { query, params: bindings.params };
      }),
  };
}

/**
 * Returns a function that reads rows of events that no segment counts. It stores those of late events: they stay the same until the
 * next one.
 */
function createReadRows<Row extends { readonly visitor: number | string; readonly events: number }>(
  findNumbers: FindNumbers,
  areNew: AreNew,
) {
  const stored = new LRUCache<string, readonly WithId<Row>[]>({
    maxSize: MAX_STORED,
    ...KEPT_FOR_AN_HOUR,
    sizeCalculation: (rows) => 1 + rows.length,
  });
  /**
   * @param name of the rows.
   * @returns undefined if there are too many, or if a late event is a copy of an earlier one.
   */
  return async (
    run: RunStatement,
    plan: RollupPlan,
    name: string,
    compile: (source: RestSource, buckets: readonly Bucket[]) => Statement,
  ) => {
    const read = async (source: RestSource, buckets: readonly Bucket[]) => {
      const { query, params } = compile(source, buckets);
      const { workspaceId, siteId } = plan.scope;
      const site = { workspace_id: workspaceId, site_id: siteId };
      return (await run<WithId<Row>>({ query, params: { ...site, ...params } })).data;
    };
    const readLate = async (segment: LateSegment) => {
      const key = `${lateKeyOf(segment)} ${name}`;
      const rows = stored.get(key) ?? (await read(lateSource(segment), []));
      stored.set(key, rows);
      const bucket = bucketOf(plan, segment);
      return rows.map((row) => ({
        ...row,
        bucket,
        visitor: segment.visitors.get(row.visitor) || row.visitor,
      }));
    };
    const [isNew, rest, ...late] = await Promise.all([
      areNew(run, plan),
      read(restSource(plan), plan.buckets),
      ...countedLate(plan).map(readLate),
    ]);
    if (!isNew || rest.length > MAX_ROWS) return undefined;
    // Rows without events have no visitor.
    const visitors = new Set(rest.filter(({ events }) => events > 0).map(({ visitor }) => visitor));
    const found = visitors.size === 0 ? [] : await findNumbers(run, plan, visitors);
    const numbers = new Map([...found, ...plan.sources.late.flatMap((segment) => [...segment.visitors])]);
    return [
      ...rest.map((row) => ({ ...row, visitor: numbers.get(row.visitor) || row.visitor })),
      ...late.flat(),
    ];
  };
}

/** The late segments within the window. */
function countedLate({ sources: { counted, late } }: RollupPlan): readonly LateSegment[] {
  const builds = new Set(counted.map(({ build }) => build));
  return late.filter(({ build }) => builds.has(build));
}

/** The Unix second of the bucket that contains a segment. */
function bucketOf({ buckets }: RollupPlan, { startMs }: LateSegment): number {
  return (buckets.findLast((bucket) => bucket.startMs <= startMs)?.startMs ?? 0) / 1_000;
}

type AreNew = (run: RunStatement, plan: RollupPlan) => Promise<boolean>;

/**
 * Returns whether all late events of each segment are new. A tracker without a response sends an event again, and such a copy replaces
 * the event that the segment counts.
 */
function createAreNew(): AreNew {
  const stored = new LRUCache<string, boolean>({ max: MAX_BUILDS });
  return async (run, plan) => {
    const late = countedLate(plan);
    const missing = late.filter((segment) => !stored.has(lateKeyOf(segment)));
    if (missing.length > 0) {
      const bindings = new Bindings();
      const parts = missing.map((segment) => {
        const build = bindings.bind('build', 'UInt64', segment.build);
        const until = bindings.instant('received_until', segment.receivedUntilMs);
        return `SELECT toString(${build}) AS build,
  (SELECT count() FROM ${ALL_EVENTS} WHERE ${OF_SITE} AND ${rangesSql([segment], bindings)} AND received_at <= ${until})
    = (SELECT any(events) FROM rollup_builds WHERE ${OF_SITE} AND build = ${build})
    + (SELECT count() FROM rollup_crossing WHERE ${OF_SITE} AND build = ${build}) AS has_all`;
      });
      const { scope } = plan;
      const { data } = await run<{ readonly build: string; readonly has_all: 0 | 1 }>({
        query: parts.join('\nUNION ALL\n'),
        params: { workspace_id: scope.workspaceId, site_id: scope.siteId, ...bindings.params },
      });
      const complete = new Set(data.filter(({ has_all }) => has_all === 1).map(({ build }) => build));
      for (const segment of missing) stored.set(lateKeyOf(segment), complete.has(segment.build));
    }
    return late.every((segment) => stored.get(lateKeyOf(segment)) === true);
  };
}

interface RestSelection {
  readonly columns: readonly string[];
  readonly condition: string;
  readonly bindings: Bindings;
}

/** SQL of events. `number` is 0 in those that no segment counts; of the others, only the pageviews are not counted. */
type RestSource = (selection: RestSelection) => string;

const columnsOf = ({ columns }: RestSelection): string =>
  [...new Set(['ts', 'name', 'visitor_id', ...columns])].join(', ');

/**
 * The events of raw ranges, and of crossing sessions. Of these, `rollup_event_counts` lacks the events with the number 0, and the
 * counts of pageviews lack all.
 */
const restSource =
  ({ scope, sources }: RollupPlan): RestSource =>
  (selection) => {
    const { bindings, condition } = selection;
    const raw = [...scopeSql(scope, bindings), rangesSql(sources.raw, bindings), condition].join(' AND ');
    return `SELECT ${columnsOf(selection)}, toUInt32(0) AS number FROM ${ALL_EVENTS} WHERE ${raw}
UNION ALL
SELECT ${columnsOf(selection)}, number FROM rollup_crossing
WHERE ${OF_SITE} AND build IN ${buildsSql(sources.counted, bindings)} AND ${condition}`;
  };

/** The late events of a segment. */
const lateSource =
  (segment: LateSegment): RestSource =>
  (selection) => {
    const { bindings, condition } = selection;
    return `SELECT ${columnsOf(selection)}, toUInt32(0) AS number FROM ${ALL_EVENTS}
${lateVisitorsSql([segment], bindings)} AND ${lateEventsSql([segment], bindings)} AND ${condition}`;
  };
