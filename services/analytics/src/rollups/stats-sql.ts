import { NONE, PAGEVIEW } from '@headwater/protos/vocabulary';
import { Bindings, type Statement } from '../query/bindings';
import { bouncedSessionsSql, bouncesSql, bucketSql, eventsSql, scopeSql } from '../query/compile';
import { keySql, type Dimension } from '../query/dimensions';
import type { VisitPlan } from '../query/plan';
import { ALL_EVENTS } from '../query/compile';
import { OF_SITE, type Sources } from './segments';
import { buildsSql, numbersSql, rangesSql, restSql, SESSION_KEY } from './sources-sql';

/** A plan without filters, and its sources. */
export interface RollupPlan extends VisitPlan {
  readonly sources: Sources;
}

const NO_IDS = "arrayReduce('uniqExactState', emptyArrayUInt64())";
const NUMBERED = 'number > 0';
/** A visitor with a number is counted in a bitmap, another one by its id: it is in no segment. */
const REST_METRICS = [
  `groupBitmapStateIf(number, ${NUMBERED}) AS numbers`,
  `uniqExactStateIf(visitor_id, NOT (${NUMBERED})) AS others`,
  'toUInt64(0) AS whole_sessions',
  'uniqExactState(session_id) AS session_ids',
  `countIf(name = '${PAGEVIEW}') AS views`,
].join(', ');
const SEGMENT_METRICS = `visitors AS numbers, ${NO_IDS} AS others, sessions AS whole_sessions, ${NO_IDS} AS session_ids, pageviews AS views`;
const MERGED_METRICS = [
  'groupBitmapMerge(numbers) + uniqExactMerge(others) AS visitors',
  'sum(whole_sessions) + uniqExactMerge(session_ids) AS sessions',
  'sum(views) AS pageviews',
].join(', ');

/** The rows of a dimension in the counted segments. '' is the dimension with one row for all events. */
const segmentsSql = (plan: RollupPlan, dimension: string, bindings: Bindings): string =>
  `FROM rollup_rows WHERE ${OF_SITE} AND dimension = ${bindings.bind('dimension', 'String', dimension)} AND build IN ${buildsSql(plan.sources.counted, bindings)}`;

interface RestOptions {
  /** Joins each event with the number of its visitor, which reads all numbers of the site. */
  readonly withNumbers?: boolean;
  /** Joins each event with all columns of its session. */
  readonly withBounces?: boolean;
}

/** The events that no counted segment contains. */
function restEventsSql(
  plan: RollupPlan,
  bindings: Bindings,
  { withNumbers = true, withBounces = false }: RestOptions = {},
): string {
  const source = restSql(plan.scope, plan.sources, bindings);
  const numbers = numbersSql(`SELECT visitor_id FROM ${source}`);
  const sessions = bouncesSql(scopeSql(plan.scope, bindings), { source });
  const joins = [
    ...(withNumbers ? [`LEFT JOIN (${numbers}) AS numbered ON visitor_id = id`] : []),
    ...(withBounces ? [`INNER JOIN (${sessions}) AS visits ON session_id = sid`] : []),
  ];
  return eventsSql(plan, bindings, { source: [`${source} AS events`, ...joins].join(' ') });
}

/** As `compileStatsSeries`. A segment belongs to the bucket of its start. */
export function compileRollupSeries(plan: RollupPlan): Statement {
  const bindings = new Bindings();
  const bucket = bucketSql(plan.buckets, bindings);
  const segmentBucket = bucket.replace('(ts)', '(start)');
  return {
    query: [
      `SELECT bucket, ${MERGED_METRICS}`,
      'FROM (',
      `SELECT ${segmentBucket} AS bucket, ${SEGMENT_METRICS}`,
      segmentsSql(plan, '', bindings),
      'UNION ALL',
      `SELECT ${bucket} AS bucket, ${REST_METRICS}`,
      restEventsSql(plan, bindings),
      'GROUP BY bucket',
      ')',
      'GROUP BY bucket WITH TOTALS',
    ].join('\n'),
    params: bindings.params,
  };
}

/** As `compileStatsTotals`. */
export function compileRollupTotals(plan: RollupPlan): Statement {
  const bindings = new Bindings();
  return {
    query: [
      `SELECT ${MERGED_METRICS}`,
      'FROM (',
      `SELECT ${SEGMENT_METRICS}`,
      segmentsSql(plan, '', bindings),
      'UNION ALL',
      `SELECT ${REST_METRICS}`,
      restEventsSql(plan, bindings),
      ')',
    ].join('\n'),
    params: bindings.params,
  };
}

/** As `compileSessionTotals`. */
export function compileRollupSessionTotals(plan: RollupPlan): Statement {
  const bindings = new Bindings();
  const source = restSql(plan.scope, plan.sources, bindings);
  return {
    query: [
      'SELECT sum(bounced_sessions) AS bounces, sum(ms) AS duration_ms',
      'FROM (',
      'SELECT bounces AS bounced_sessions, toInt64(rollup_rows.duration_ms) AS ms',
      segmentsSql(plan, '', bindings),
      'UNION ALL',
      'SELECT countIf(bounced) AS bounced_sessions, sum(duration_ms) AS ms',
      `FROM (${bouncesSql(scopeSql(plan.scope, bindings), { source })})`,
      ')',
    ].join('\n'),
    params: bindings.params,
  };
}

/** As `StatsKeyRow`, with the max visitors that a key beside the candidates can have. */
export interface CandidateRow {
  readonly key: string;
  readonly visitors: number;
  readonly sessions: number;
  readonly pageviews: number;
  readonly bounces: number;
  readonly limit_beside: number;
}

/**
 * As `compileStatsBreakdown`, by a dimension with roll-ups. Bitmaps are merged for the keys with the most events only: a key has no
 * more visitors than events. The rows are exact if the last one has more than `limit_beside` visitors, or if this is 0.
 *
 * @param candidates number of keys.
 */
export function compileRollupBreakdown(
  plan: RollupPlan,
  dimension: Dimension,
  candidates: number,
): Statement {
  const bindings = new Bindings();
  const bySession = dimension.kind === 'session';
  const bounced = bySession
    ? 'bounced'
    : `session_id IN (${bouncedSessionsSql(scopeSql(plan.scope, bindings), restSql(plan.scope, plan.sources, bindings))})`;
  const segments = segmentsSql(plan, dimension.key, bindings);
  const stored = keySql(dimension, 'key');
  const own = keySql(dimension, dimension.key);
  const rest = restEventsSql(plan, bindings, { withBounces: bySession });
  const unnumbered = restEventsSql(plan, bindings, { withBounces: bySession, withNumbers: false });
  const count = bindings.bind('candidates', 'UInt64', candidates);
  const bounds = [
    'SELECT shown, sum(bound) AS max_visitors FROM (',
    `SELECT ${stored} AS shown, events AS bound ${segments}`,
    `UNION ALL SELECT ${own} AS shown, count() AS bound ${unnumbered} GROUP BY shown`,
    ') GROUP BY shown ORDER BY max_visitors DESC, shown ASC',
  ].join('\n');
  // Stored keys, so that other rows are skipped by the primary key.
  const keys = `SELECT arrayJoin(if(shown = '${NONE}', ['', shown], [shown])) FROM (${bounds} LIMIT ${count})`;
  return {
    query: [
      'SELECT shown AS key, groupBitmapMerge(numbers) + sum(others) AS visitors, sum(all_sessions) AS sessions,',
      '  sum(views) AS pageviews, sum(all_bounces) AS bounces,',
      `  (SELECT max(max_visitors) FROM (${bounds} LIMIT 1 OFFSET ${count})) AS limit_beside`,
      'FROM (',
      `SELECT ${stored} AS shown, visitors AS numbers, toUInt64(0) AS others, sessions AS all_sessions, pageviews AS views, bounces AS all_bounces`,
      `${segments} AND key IN (${keys})`,
      'UNION ALL',
      `SELECT ${own} AS shown, groupBitmapStateIf(number, ${NUMBERED}) AS numbers, uniqExactIf(visitor_id, NOT (${NUMBERED})) AS others,`,
      `  uniqExact(session_id) AS all_sessions, countIf(name = '${PAGEVIEW}') AS views, uniqExactIf(session_id, ${bounced}) AS all_bounces`,
      rest,
      `GROUP BY shown HAVING shown IN (${keys})`,
      ')',
      'GROUP BY shown',
      'ORDER BY visitors DESC, key ASC',
      `LIMIT ${bindings.bind('limit', 'UInt16', plan.limit)}`,
    ].join('\n'),
    params: bindings.params,
  };
}

/**
 * The builds with a session that also has an event in a raw range: its late event arrived after the build. The session would count
 * twice; a build beside the window lacks its events among the crossing ones, so that it would bounce. Execute it after the other statements: events that are stored later are in none of them.
 */
export function compileConflicts(plan: RollupPlan): Statement {
  const bindings = new Bindings();
  const [workspace, site] = scopeSql(plan.scope, bindings);
  const { counted, beside, raw } = plan.sources;
  return {
    query: `SELECT DISTINCT toString(build) AS build FROM rollup_sessions
WHERE ${OF_SITE} AND build IN ${buildsSql([...counted, ...beside], bindings)}
  AND session_key IN (SELECT ${SESSION_KEY} FROM ${ALL_EVENTS} WHERE ${workspace} AND ${site} AND ${rangesSql(raw, bindings)})`,
    params: bindings.params,
  };
}
