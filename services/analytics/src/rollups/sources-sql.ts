import { NONE, PAGEVIEW, VISIT_DIMENSIONS } from '@headwater/protos/vocabulary';
import { UNLOGGED_VALUES, type Bindings } from '../query/bindings';
import { ALL_EVENTS, ENGAGEMENT } from '../query/compile';
import { SESSION_KEYS, type BreakdownPlan } from '../query/dimensions';
import { OF_SITE } from './segments';
import type { LateSegment, Segment, Sources, TimeRange } from './sources';

/** Dimensions with a column of `events`. */
export const COLUMN_KEYS = VISIT_DIMENSIONS.filter((key) => !SESSION_KEYS.some((session) => session === key));

/** Dimensions whose values are equal in all events of a session, apart from exceptions; `rollup_session_rows` has a column for each. */
export const ROW_KEYS = COLUMN_KEYS.filter((key) => key !== 'pathname');

/** Counts of `rollup_session_rows`. Sessions with several rows have an id, so that they count once. */
export const SESSION_COUNTS = {
  sessions: 'countIf(session_id = 0) + uniqExactIf(session_id, session_id > 0)',
  bounces: 'countIf(bounced AND session_id = 0) + uniqExactIf(session_id, bounced AND session_id > 0)',
} as const;

/** Columns of an event that queries need; `rollup_crossing` has all of them. */
export const EVENT_COLUMNS = ['ts', 'name', 'visitor_id', 'session_id', ...COLUMN_KEYS].join(', ');

/** Events without rows of columns in `rollup_event_counts`. */
export const WITHOUT_COLUMNS: readonly string[] = [PAGEVIEW, ENGAGEMENT];

/** The dimension of the only further row of an event whose dimensions are not counted. */
export const NO_DIMENSIONS = '*';

/** Session ids in `rollup_session_keys`: 48 bits. Two equal ones only make a session cross. */
export const SESSION_KEY = 'bitAnd(session_id, 281474976710655)';

/** SQL of the builds of segments or weeks. */
export function buildsSql(segments: readonly Pick<Segment, 'build'>[], bindings: Bindings): string {
  const builds = segments.map(({ build }) => BigInt(build));
  return bindings.bind('builds', 'Array(UInt64)', builds);
}

/** SQL of the time ranges that are read from `events`. */
export function rangesSql(ranges: readonly TimeRange[], bindings: Bindings): string {
  if (ranges.length === 0) return '0';
  const conditions = ranges.map(
    ({ startMs, endMs }) =>
      `(ts >= ${bindings.instant('range_start', startMs)} AND ts < ${bindings.instant('range_end', endMs)})`,
  );
  return `(${conditions.join(' OR ')})`;
}

const anyOf = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '0' : `(${conditions.join(' OR ')})`;

/** SQL of the late events of segments. */
export const lateEventsSql = (
  segments: readonly Pick<LateSegment, 'startMs' | 'endMs' | 'receivedUntilMs'>[],
  bindings: Bindings,
): string =>
  anyOf(
    segments.map(
      (segment) =>
        `(${rangesSql([segment], bindings)} AND received_at > ${bindings.instant('received_until', segment.receivedUntilMs)})`,
    ),
  );

/** SQL of the start of the late segment that contains an event, in Unix seconds. */
export function lateStartSql(late: readonly LateSegment[], bindings: Bindings): string {
  const edges = new Set(late.flatMap(({ startMs, endMs }) => [startMs / 1_000, endMs / 1_000]));
  const ascending = [...edges].sort((a, b) => a - b);
  return `roundDown(toUnixTimestamp(ts), ${bindings.bind('late_edges', 'Array(UInt32)', ascending)})`;
}

/**
 * SQL of the end of a statement that reads all events of the visitors of late events in the time ranges of their segments.
 *
 * All copies of an event have the same visitor. With FINAL, ClickHouse moves no condition to PREWHERE: it would read all columns of these days.
 */
export function lateVisitorsSql(late: readonly LateSegment[], bindings: Bindings): string {
  const ids = new Set(late.flatMap(({ visitors }) => [...visitors.keys()]));
  const visitors = bindings.bind('late_visitors', 'Array(UInt64)', [...ids].map(BigInt));
  const pairs = late.flatMap(({ startMs, visitors: ofSegment }) =>
    [...ofSegment.keys()].map((id) => [BigInt(id), BigInt(startMs / 1_000)] as const),
  );
  const start = lateStartSql(late, bindings);
  return `PREWHERE visitor_id IN ${visitors}
WHERE ${OF_SITE} AND ${rangesSql(late, bindings)} AND (visitor_id, ${start}) GLOBAL IN (${pairsOfSql(pairs, bindings)})`;
}

/** SQL of the rows of the visitors of late events in the builds that lack these. */
export function lateRowsSql(
  late: readonly LateSegment[],
  column: 'number' | 'visitor_id',
  bindings: Bindings,
): string {
  const pairs = late.flatMap((segment) => {
    const values = column === 'number' ? numbersOf(segment) : [...segment.visitors.keys()];
    return values.map((value) => [BigInt(segment.build), BigInt(value)] as const);
  });
  return pairs.length === 0 ? '0' : `(build, ${column}) GLOBAL IN (${pairsOfSql(pairs, bindings)})`;
}

/** SQL of rows of two columns. A condition for each segment would take longer. */
function pairsOfSql(pairs: readonly (readonly [bigint, bigint])[], bindings: Bindings): string {
  const [first, second] = [0, 1].map((index) =>
    bindings.bind(
      'late_pairs',
      'Array(UInt64)',
      pairs.map((pair) => pair[index as 0 | 1]),
    ),
  );
  return `SELECT pair.1, pair.2 FROM (SELECT arrayJoin(arrayZip(${first}, ${second})) AS pair)`;
}

export const numbersOf = ({ visitors }: LateSegment): readonly number[] =>
  [...visitors.values()].filter((number) => number > 0);

/** Columns of a source of events. */
export interface EventsSelection {
  readonly columns: readonly string[];
  readonly bindings: Bindings;
}

/**
 * SQL of the events that no counted segment contains, with some of their columns and with the `number` of their visitor, 0 without
 * one: those of the raw ranges, and those of sessions that are not within one segment. It contains all events of these
 * sessions in the window and in its margins.
 */
export function restSql(sources: Sources, selection: EventsSelection): string {
  const crossing = crossingSql(sources, selection);
  if (sources.raw.length + sources.late.length === 0) return crossing;
  const { columns } = selection;
  // The raw events are the smaller side: they are kept in memory, and the numbers are read past them.
  return `SELECT ${columns.join(', ')}, number FROM (${numbersSql()}) AS numbered
RIGHT JOIN (${rawSql(sources, selection)}) AS raw_events ON id = visitor_id
UNION ALL
${crossing}`;
}

/** SQL of the events that are read from `events`: of all visitors, and in late segments those of the visitors of late events. */
export function rawSql(
  { raw, late }: Pick<Sources, 'raw' | 'late'>,
  { columns, bindings }: EventsSelection,
): string {
  const events = `SELECT ${columns.join(', ')} FROM ${ALL_EVENTS}`;
  return [
    ...(raw.length === 0 ? [] : [`${events} WHERE ${OF_SITE} AND ${rangesSql(raw, bindings)}`]),
    ...(late.length === 0 ? [] : [`${events} ${lateVisitorsSql(late, bindings)}`]),
  ].join('\nUNION ALL\n');
}

/** SQL of the events of sessions that are not within one segment. */
export function crossingSql(
  { counted, beside, late }: Sources,
  { columns, bindings }: EventsSelection,
): string {
  const builds = buildsSql([...counted, ...beside], bindings);
  return `SELECT ${columns.join(', ')}, number FROM rollup_crossing WHERE ${OF_SITE} AND build IN ${builds}
  AND NOT ${lateRowsSql(late, 'visitor_id', bindings)}`;
}

/**
 * SQL of the numbers of visitors: `id` and `number`. A number is valid if the build that assigned it was published. An erasure
 * invalidates the roll-ups of a visitor before it deletes the visitor's number.
 *
 * GLOBAL: on a cluster, other shards than those of the visitors have the builds.
 *
 * @param visitors SQL of their ids. Default: all visitors of the site.
 */
export function numbersSql(visitors?: string): string {
  return `SELECT visitor_id AS id, number FROM rollup_visitors
WHERE ${OF_SITE} AND build GLOBAL IN (SELECT build FROM rollup_builds WHERE ${OF_SITE})${visitors === undefined ? '' : `\n  AND visitor_id IN (${visitors})`}`;
}

/** Stored keys and their dimensions, as two lists of the same length. */
export interface CandidateKeys {
  readonly dimensions: readonly string[];
  readonly keys: readonly string[];
}

/** SQL of a stored key as responses show it. */
export const SHOWN_KEY = `transform(key, [''], ['${NONE}'])`;

/** A breakdown by a column or by a dimension of sessions. */
export interface RollupBreakdown extends BreakdownPlan {
  /** Number of keys whose bitmaps are merged. */
  readonly candidates: number;
}

/** SQL of the number of candidates of the column `dimension`; 0 for another dimension. */
export function candidatesSql(breakdowns: readonly RollupBreakdown[], bindings: Bindings): string {
  if (breakdowns.length === 0) return '0';
  const [dimensions, counts] = [
    bindings.bind(
      'dimensions',
      'Array(String)',
      breakdowns.map(({ dimension }) => dimension.key),
    ),
    bindings.bind(
      'counts',
      'Array(UInt64)',
      breakdowns.map(({ candidates }) => candidates),
    ),
  ];
  return `transform(toString(dimension), ${dimensions}, ${counts}, toUInt64(0))`;
}

/** SQL of the stored keys with the largest sums of visitors in the counted segments: other rows are skipped by the primary key. */
export function candidateKeysSql(
  sources: Sources,
  breakdowns: readonly RollupBreakdown[],
  bindings: Bindings,
): string {
  const dimensions = breakdowns.map(({ dimension }) => dimension.key);
  const isSelected = `dimension IN ${bindings.bind('dimensions', 'Array(String)', dimensions)}`;
  const counts = (
    [
      ['rollup_week_counts', sources.weeks],
      ['rollup_range_counts', withoutWeek(sources)],
    ] as const
  ).map(
    ([table, builds]) =>
      `SELECT dimension, key, visitor_count FROM ${table} WHERE ${OF_SITE} AND build IN ${buildsSql(builds, bindings)} AND ${isSelected}`,
  );
  return [
    `SELECT dimension, arrayJoin(if(shown = '${NONE}', ['', shown], [shown])) AS key FROM (`,
    `SELECT dimension, ${SHOWN_KEY} AS shown, sum(visitor_count) AS bound FROM (`,
    counts.join('\nUNION ALL\n'),
    ') GROUP BY dimension, shown',
    `QUALIFY row_number() OVER (PARTITION BY dimension ORDER BY bound DESC, shown ASC) <= ${candidatesSql(breakdowns, bindings)})`,
  ].join('\n');
}

/** The counted segments that no week contains. */
export function withoutWeek({ counted, weeks }: Sources): readonly Segment[] {
  const merged = new Set(weeks.flatMap(({ parts }) => parts));
  return counted.filter(({ build }) => !merged.has(build));
}

/** SQL of known keys with their dimensions. */
export function pairsSql({ dimensions, keys }: CandidateKeys, bindings: Bindings): string {
  const [ofDimensions, ofKeys] = [
    bindings.bind('key_dimensions', 'Array(String)', dimensions),
    bindings.bind(UNLOGGED_VALUES, 'Array(String)', keys),
  ];
  return `SELECT tupleElement(pair, 1), tupleElement(pair, 2) FROM (SELECT arrayJoin(arrayZip(${ofDimensions}, ${ofKeys})) AS pair)`;
}
