import { QUERY_LIMITS } from '@headwater/protos/limits';
import { LRUCache } from 'lru-cache';
import type { RunStatement } from '../clickhouse/run';
import { Bindings, UNLOGGED_VALUES, type Statement } from '../query/bindings';
import { bucketSql } from '../query/compile';
import { presentSql, storedValues, type Dimension } from '../query/dimensions';
import { countsName, KEPT_FOR_AN_HOUR } from './segment-counts';
import { OF_SITE } from './segments';
import { buildsSql, NO_DIMENSIONS, SHOWN_KEY } from './sources-sql';
import type { RollupPlan } from './rollup-plan';
import { VisitorSet } from './visitor-set';

/** The events of a name, a bucket or a key in the counted segments of a plan. */
export interface EventSegmentCounts {
  readonly events: number;
  readonly visitors: VisitorSet;
}

export interface EventSegmentTotals extends EventSegmentCounts {
  /** By Unix second. Buckets without events are absent. */
  readonly buckets: ReadonlyMap<number, EventSegmentCounts>;
  /** Of sessions that are within one segment. */
  readonly pageviews: number;
}

/** The events of a name with their properties in the counted segments. */
export interface EventSegmentName extends EventSegmentCounts {
  readonly properties: readonly string[];
}

/** The events of a key. `pageviews`: of sessions that are within one segment; without meaning for properties. */
export type EventSegmentKey = EventSegmentCounts & { readonly pageviews: number };

/** All keys of a dimension, by events descending, then by key. */
export interface EventSegmentKeys {
  readonly events: ReadonlyMap<string, number>;
  readonly allEvents: number;
}

/** Reads the stored counts of events. All keys are as responses show them. */
export interface EventSegments {
  totals(run: RunStatement, plan: RollupPlan, name: string): Promise<EventSegmentTotals>;
  /** The events of each key; undefined if not all of them are stored. */
  keys(
    run: RunStatement,
    plan: RollupPlan,
    of: { readonly name: string; readonly dimension: Dimension },
  ): Promise<EventSegmentKeys | undefined>;
  /** @param of its keys fit into a parameter of a statement. */
  countsOfKeys(
    run: RunStatement,
    plan: RollupPlan,
    of: { readonly name: string; readonly dimension: Dimension; readonly keys: readonly string[] },
  ): Promise<ReadonlyMap<string, EventSegmentKey>>;
  /** All names; undefined if not all of their properties are stored, or if there are too many. */
  names(run: RunStatement, plan: RollupPlan): Promise<ReadonlyMap<string, EventSegmentName> | undefined>;
}

/** Keys of a dimension in all segments together, and their characters. With more of them, a query reads the events. */
const MAX_KEYS = 50_000;
const MAX_KEYS_LENGTH = 4_000_000;
const MAX_NAMES = 1_000;
/** Bytes of an entry beside its visitors and its key. */
const ENTRY_BYTES = 512;

const numbersSql = "base64Encode(CAST(groupBitmapMergeState(visitors), 'String')) AS numbers";
const visitorsOf = (numbers: string): VisitorSet => new VisitorSet(Buffer.from(numbers, 'base64'));

interface CountsRow {
  readonly all_events: number;
  /** Base64 of the state. */
  readonly numbers: string;
}
const countsOf = ({ all_events, numbers }: CountsRow): EventSegmentCounts => ({
  events: all_events,
  visitors: visitorsOf(numbers),
});

/** @param maxBytes memory for counts that were read: builds never change. 0: each call reads them again. */
export function createEventSegments(maxBytes: number): EventSegments {
  const stored =
    maxBytes === 0
      ? undefined
      : new LRUCache<string, { readonly value: unknown; readonly bytes: number }>({
          maxSize: maxBytes,
          sizeCalculation: ({ bytes }) => ENTRY_BYTES + bytes,
          ...KEPT_FOR_AN_HOUR,
        });
  /** @param parts identify the counts of the plan's builds. */
  const keep = async <Value>(
    plan: RollupPlan,
    parts: readonly unknown[],
    { read, bytesOf }: { read: () => Promise<Value>; bytesOf: (value: Value) => number },
  ): Promise<Value> => {
    const name = countsName(plan, parts);
    const before = stored?.get(name);
    if (before) return before.value as Value;
    const value = await read();
    stored?.set(name, { value, bytes: bytesOf(value) });
    return value;
  };
  return {
    totals: (run, plan, name) =>
      keep(plan, ['totals', name, plan.buckets.map(({ startMs }) => startMs)], {
        read: () => readTotals(run, plan, name),
        bytesOf: ({ visitors, buckets }) => visitors.bytes + bytesOfCounts(buckets),
      }),
    keys: (run, plan, { name, dimension }) =>
      keep(plan, ['keys', name, dimension.key], {
        read: () => readKeys(run, plan, { name, dimension }),
        bytesOf: (keys) => (keys ? bytesOfTexts([...keys.events.keys()]) : 0),
      }),
    countsOfKeys: (run, plan, of) =>
      keep(plan, ['counts', of.name, of.dimension.key, of.keys], {
        read: () => readCountsOfKeys(run, plan, of),
        bytesOf: bytesOfCounts,
      }),
    names: (run, plan) =>
      keep(plan, ['names'], {
        read: () => readNames(run, plan),
        bytesOf: (names) =>
          names
            ? bytesOfCounts(names) + bytesOfTexts([...names.values()].flatMap(({ properties }) => properties))
            : 0,
      }),
  };
}

const bytesOfTexts = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + 64 + 2 * text.length, 0);

const bytesOfCounts = (counts: ReadonlyMap<string | number, EventSegmentCounts>): number =>
  bytesOfTexts([...counts.keys()].map(String)) +
  [...counts.values()].reduce((sum, { visitors }) => sum + ENTRY_BYTES + visitors.bytes, 0);

/** SQL of the rows of the counted segments that meet some conditions. */
function fromCounts(
  table: 'rollup_event_counts' | 'rollup_range_counts',
  plan: RollupPlan,
  bindings: Bindings,
  conditions: readonly string[],
): string {
  const builds = `build IN ${buildsSql(plan.sources.counted, bindings)}`;
  return `FROM ${table} AS counts WHERE ${[OF_SITE, builds, ...conditions].join(' AND ')}`;
}

const statementOf = ({ scope }: RollupPlan, bindings: Bindings, query: string): Statement => ({
  query,
  params: { workspace_id: scope.workspaceId, site_id: scope.siteId, ...bindings.params },
});

async function readTotals(run: RunStatement, plan: RollupPlan, name: string): Promise<EventSegmentTotals> {
  const bindings = new Bindings();
  const bucket = bucketSql(plan.buckets, bindings).replace('(ts)', '(start)');
  const isName = `counts.name = ${bindings.bind('name', 'String', name)}`;
  const from = fromCounts('rollup_event_counts', plan, bindings, [isName, "counts.dimension = ''"]);
  const query = `SELECT ${bucket} AS bucket, sum(events) AS all_events, ${numbersSql}
${from}
GROUP BY bucket WITH TOTALS`;
  const ofPageviews = new Bindings();
  const fromPageviews = fromCounts('rollup_range_counts', plan, ofPageviews, ["counts.dimension = ''"]);
  const [{ data, totals }, pageviews] = await Promise.all([
    run<CountsRow & { readonly bucket: number }>(statementOf(plan, bindings, query)),
    run<{ views: number }>(statementOf(plan, ofPageviews, `SELECT sum(pageviews) AS views ${fromPageviews}`)),
  ]);
  if (!totals) throw new Error('The events of roll-ups have no totals.');
  return {
    ...countsOf(totals),
    buckets: new Map(data.map((row) => [row.bucket, countsOf(row)])),
    pageviews: pageviews.data[0]?.views ?? 0,
  };
}

const shownSql = ({ kind }: Dimension): string => (kind === 'property' ? 'counts.key' : SHOWN_KEY);

async function readKeys(
  run: RunStatement,
  plan: RollupPlan,
  { name, dimension }: { readonly name: string; readonly dimension: Dimension },
): Promise<EventSegmentKeys | undefined> {
  const bindings = new Bindings();
  const from = fromCounts('rollup_event_counts', plan, bindings, [
    `counts.name = ${bindings.bind('name', 'String', name)}`,
    `counts.dimension IN ${bindings.bind('dimensions', 'Array(String)', [dimension.key, NO_DIMENSIONS])}`,
  ]);
  // A dimension that a segment lacks comes first.
  const query = `SELECT shown, all_events, is_missing, count() OVER () AS all_keys
FROM (
  SELECT ${shownSql(dimension)} AS shown, sum(events) AS all_events, min(events) = 0 AS is_missing
  ${from}
  GROUP BY shown
  HAVING is_missing OR ${presentSql(dimension, 'shown')[0] ?? '1'}
)
WINDOW ordered AS (ORDER BY is_missing DESC, all_events DESC, shown ASC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
QUALIFY row_number() OVER ordered <= ${MAX_KEYS} AND sum(length(shown)) OVER ordered <= ${MAX_KEYS_LENGTH}
ORDER BY is_missing DESC, all_events DESC, shown ASC`;
  const { data } = await run<{
    readonly shown: string;
    readonly all_events: number;
    readonly is_missing: number;
    readonly all_keys: number;
  }>(statementOf(plan, bindings, query));
  if (data[0]?.is_missing === 1 || data.length < (data[0]?.all_keys ?? 0)) return undefined;
  return {
    events: new Map(data.map(({ shown, all_events }) => [shown, all_events])),
    allEvents: data.reduce((sum, { all_events }) => sum + all_events, 0),
  };
}

async function readCountsOfKeys(
  run: RunStatement,
  plan: RollupPlan,
  {
    name,
    dimension,
    keys,
  }: { readonly name: string; readonly dimension: Dimension; readonly keys: readonly string[] },
): Promise<ReadonlyMap<string, EventSegmentKey>> {
  const conditionsOf = (bindings: Bindings) => [
    `counts.dimension = ${bindings.bind('dimension', 'String', dimension.key)}`,
    `counts.key IN ${bindings.bind(UNLOGGED_VALUES, 'Array(String)', storedValues(keys))}`,
  ];
  const bindings = new Bindings();
  const isName = `counts.name = ${bindings.bind('name', 'String', name)}`;
  const from = fromCounts('rollup_event_counts', plan, bindings, [isName, ...conditionsOf(bindings)]);
  const ofPageviews = new Bindings();
  const fromPageviews = fromCounts('rollup_range_counts', plan, ofPageviews, conditionsOf(ofPageviews));
  const shown = shownSql(dimension);
  const [counts, pageviews] = await Promise.all([
    run<CountsRow & { readonly shown: string }>(
      statementOf(
        plan,
        bindings,
        `SELECT ${shown} AS shown, sum(events) AS all_events, ${numbersSql}\n${from}\nGROUP BY shown`,
      ),
    ),
    dimension.kind === 'property'
      ? { data: [] }
      : run<{ shown: string; views: number }>(
          statementOf(
            plan,
            ofPageviews,
            `SELECT ${shown} AS shown, sum(pageviews) AS views\n${fromPageviews}\nGROUP BY shown`,
          ),
        ),
  ]);
  const views = new Map(pageviews.data.map((row) => [row.shown, row.views]));
  const found = new Map(counts.data.map((row) => [row.shown, countsOf(row)]));
  return new Map(
    keys.map((key) => [key, { ...(found.get(key) ?? NO_EVENTS), pageviews: views.get(key) ?? 0 }]),
  );
}

/** A state without values. */
const NO_EVENTS: EventSegmentCounts = { events: 0, visitors: new VisitorSet(Buffer.from([0, 0])) };

async function readNames(
  run: RunStatement,
  plan: RollupPlan,
): Promise<ReadonlyMap<string, EventSegmentName> | undefined> {
  const select = <Row>(columns: string, dimensions: string) => {
    const bindings = new Bindings();
    const from = fromCounts('rollup_event_counts', plan, bindings, [dimensions]);
    const query = `SELECT toString(name) AS event, ${columns}\n${from}\nGROUP BY event LIMIT ${MAX_NAMES + 1}`;
    return run<Row & { readonly event: string }>(statementOf(plan, bindings, query));
  };
  const [counts, properties, missing] = await Promise.all([
    select<CountsRow>(`sum(events) AS all_events, ${numbersSql}`, "counts.dimension = ''"),
    // The response has the first ones of each name.
    select<{ readonly keys: string[] }>(
      `arraySlice(arraySort(groupUniqArray(substring(counts.dimension, 7))), 1, ${QUERY_LIMITS.maxPropertyKeys}) AS keys`,
      "startsWith(counts.dimension, 'props.')",
    ),
    select(`count() AS found`, `counts.dimension = '${NO_DIMENSIONS}'`),
  ]);
  if (counts.data.length > MAX_NAMES || missing.data.length > 0) return undefined;
  const keys = new Map(properties.data.map((row) => [row.event, row.keys]));
  return new Map(
    counts.data.map((row) => [row.event, { ...countsOf(row), properties: keys.get(row.event) ?? [] }]),
  );
}
