import { randomInt } from 'node:crypto';
import { BUILD_ID_BITS, firstBuildAfter } from '@headwater/eventstore/rollup-builds';
import type { Window } from '@headwater/kit/calendar/window';
import type { RunStatement } from '../clickhouse/run';
import type { Statement } from '../query/bindings';
import type { Scope } from '../query/plan';
import { daysAround, hoursOf, withMargins, type Segment, type TimeRange } from './sources';

/** A row of `compileBuilds`. */
interface BuildRow {
  /** Unix seconds. */
  readonly start: number;
  readonly end: number;
  readonly build: string;
  readonly version: number;
  readonly format: number;
  readonly corrections: number;
  readonly received_until_ms: number;
  /** See `BASIS`; the same in all rows. */
  readonly basis: string;
}

/** The number of changes of a site's events between two instants. */
export interface VersionRow {
  /** Unix seconds. */
  readonly start: number;
  readonly version: number;
  /** Those that are no arrivals. */
  readonly corrections: number;
}

/** The condition on rows of a site. */
export const OF_SITE = 'workspace_id = {workspace_id:UInt64} AND site_id = {site_id:UInt64}';

/**
 * Id of the table `events`: a restored table has another one, so that roll-ups of the earlier one are not valid. On a cluster it is the
 * comment of the distributed table.
 */
export const EVENTS_TABLE =
  "(SELECT toUUIDOrDefault(comment, uuid) FROM system.tables WHERE database = currentDatabase() AND name = 'events')";

/** Increase it with each change of the rows of a build. Builds of an earlier format are built again. */
export const ROLLUP_FORMAT = 6;
/** The first one with the counts of events. */
export const EVENTS_FORMAT = 5;
/**
 * Queries also read builds since this format, until they are built again: format 6 has added the time until which events were received. Set it to
 * `ROLLUP_FORMAT` if earlier rows lack a dimension.
 */
const OLDEST_FORMAT = 4;
/**
 * Whether a row of `rollup_builds` is read. Once this release has built a roll-up, those that the previous one still builds may contain
 * the same sessions.
 */
const IS_KNOWN_FORMAT = `(format = ${ROLLUP_FORMAT} OR format >= ${OLDEST_FORMAT} AND format < ${ROLLUP_FORMAT} AND seq < ifNull(
    (SELECT minOrNull(seq) FROM rollup_builds WHERE ${OF_SITE} AND format = ${ROLLUP_FORMAT}), 18446744073709551615))`;

/** @param begunMs time of ClickHouse, which also records deletions of expired days. */
export const newBuildId = (begunMs: number): string =>
  String((BigInt(begunMs) << BigInt(BUILD_ID_BITS)) + BigInt(randomInt(2 ** BUILD_ID_BITS)));

/** The time at which a build was begun, in Unix milliseconds. */
export const begunMsOf = ({ build }: Segment): number => Number(BigInt(build) >> BigInt(BUILD_ID_BITS));

/** Whether a build may still be published: `removeOldRows` deletes the rows of those that were begun an hour ago. */
export const IS_PUBLISHABLE = `now64(3) < fromUnixTimestamp64Milli(toInt64(bitShiftRight({build:UInt64}, ${BUILD_ID_BITS}))) + INTERVAL 30 MINUTE`;

const EXPIRIES = `(SELECT arraySort(groupArray((before, expired_at))) FROM rollup_expiries WHERE ${OF_SITE})`;

/** Whether a row of `rollup_builds` was begun after all deletions of expired days that contain events of its time range. */
const IS_UNEXPIRED = `NOT arrayExists(
    expiry -> start < tupleElement(expiry, 1) AND build < ${firstBuildAfter('toUnixTimestamp64Milli(tupleElement(expiry, 2))')},
    ${EXPIRIES})`;

/** SQL of a text that differs after a restore of the events and after a deletion of expired days. */
const BASIS = `concat(toString(${EVENTS_TABLE}), toString(${EXPIRIES}))`;

/**
 * SQL of the current builds of a site with their time ranges in Unix seconds and their versions. ClickHouse reads the highest `seq` first, then the
 * replaced builds: a build that is published in the meantime is not found without those that it replaces.
 *
 * @param logged condition on rows of the log: the builds that were current when only these existed.
 */
export const currentBuildsSql = (
  logged = '1',
): string => `SELECT toUnixTimestamp(start) AS start_s, toUnixTimestamp(end) AS end_s,
    argMax(build, seq) AS current, argMax(version, seq) AS built_version, argMax(zone, seq) AS built_zone, argMax(format, seq) AS built_format,
    argMax(corrections, seq) AS built_corrections, toUnixTimestamp64Milli(argMax(received_until, seq)) AS received_until_ms
  FROM rollup_builds
  WHERE ${OF_SITE} AND ${IS_KNOWN_FORMAT} AND events_table = ${EVENTS_TABLE} AND ${IS_UNEXPIRED} AND ${logged}
    AND seq <= (SELECT max(seq) FROM rollup_builds WHERE ${OF_SITE})
  GROUP BY start_s, end_s
  HAVING current NOT IN (SELECT arrayJoin(replaces) FROM rollup_builds WHERE ${OF_SITE} AND ${logged})`;

/** A row for each current build of a site in a time range. */
function compileBuilds(
  { workspaceId, siteId }: Pick<Scope, 'workspaceId' | 'siteId'>,
  { startMs, endMs }: TimeRange,
): Statement {
  return {
    query: `SELECT start_s AS start, end_s AS end, toString(current) AS build, built_version AS version, built_format AS format,
  built_corrections AS corrections, received_until_ms, ${BASIS} AS basis
FROM (${currentBuildsSql()})
WHERE start_s >= {first:UInt32} AND end_s <= {last:UInt32}
ORDER BY start, end`,
    params: {
      workspace_id: workspaceId,
      site_id: siteId,
      first: Math.ceil(startMs / 1_000),
      last: Math.floor(endMs / 1_000),
    },
  };
}

/**
 * The changes of a site's events between some instants, which are a multiple of a quarter of an hour: a row for each interval with
 * changes. Each insert, correction and deletion increases its sum.
 *
 * @param starts of the intervals in Unix seconds, ascending; the last one is the end of the last interval.
 * @param further column.
 */
export function compileVersions(
  { workspaceId, siteId }: Pick<Scope, 'workspaceId' | 'siteId'>,
  starts: readonly number[],
  further?: string,
): Statement {
  return {
    query: `SELECT roundDown(toUnixTimestamp(quarter), {starts:Array(UInt32)}) AS start, sum(changed) AS version,
  sumIf(changed, is_correction) AS corrections${further ? `, ${further}` : ''}
FROM (
  SELECT workspace_id, site_id, quarter, events AS changed, false AS is_correction FROM arrivals
  UNION ALL
  SELECT workspace_id, site_id, quarter, changes AS changed, true AS is_correction FROM event_changes
)
WHERE ${OF_SITE} AND quarter >= toDateTime({first:UInt32}, 'UTC') AND quarter < toDateTime({last:UInt32}, 'UTC')
GROUP BY start`,
    params: {
      workspace_id: workspaceId,
      site_id: siteId,
      starts,
      first: starts[0] ?? 0,
      last: starts.at(-1) ?? 0,
    },
  };
}

/** Returns the version of a time range, or only its corrections, from the rows of `compileVersions`. */
export function versionOf(
  { startMs, endMs }: TimeRange,
  rows: readonly VersionRow[],
  of: 'version' | 'corrections' = 'version',
): number {
  return rows
    .filter(({ start }) => start * 1_000 >= startMs && start * 1_000 < endMs)
    .reduce((sum, row) => sum + row[of], 0);
}

/** A current build of a site when it was read. */
export interface StoredBuild extends Segment {
  readonly version: number;
  /** See `ROLLUP_FORMAT`. */
  readonly format: number;
  /** The part of the version that is of corrections. */
  readonly corrections: number;
  /** The last time at which one of its events was received, in Unix milliseconds; 0: unknown. */
  readonly receivedUntilMs: number;
  readonly basis: string;
}

export interface Build extends StoredBuild {
  /** The number of events that arrived in its time range since it was built; undefined after other changes. */
  readonly arrived: number | undefined;
  /** Whether nothing changed. */
  readonly isValid: boolean;
}

interface Builds {
  readonly builds: readonly Build[];
  /** The changes between the edges; empty without builds. */
  readonly changes: readonly VersionRow[];
}

/**
 * Reads the current builds of a site in a time range.
 *
 * @param edges further edges of the intervals of `changes`, in Unix milliseconds. If all edges of builds are among them, both
 * statements run concurrently.
 * @param known builds that were current before: only the changes are read. While all of them are valid, they contain all of their
 * events, and none twice: builds that replace them count the same events.
 */
export async function readBuilds(
  run: RunStatement,
  site: Pick<Scope, 'workspaceId' | 'siteId'>,
  range: TimeRange,
  { edges = [], known }: { readonly edges?: readonly number[]; readonly known?: readonly StoredBuild[] } = {},
): Promise<Builds> {
  const expected = new Set(edges.map((ms) => Math.floor(ms / 1_000)));
  const readChanges = async (starts: ReadonlySet<number>): Promise<readonly BasedVersionRow[]> => {
    if (starts.size === 0) return [];
    const ascending = [...starts].sort((a, b) => a - b);
    return (await run<BasedVersionRow>(compileVersions(site, ascending, `${BASIS} AS basis`))).data;
  };
  const [builds, expectedChanges] = await Promise.all([
    known ?? readStoredBuilds(run, site, range),
    readChanges(expected),
  ]);
  if (builds.length === 0) return { builds: [], changes: [] };
  const starts = new Set([
    ...builds.flatMap(({ startMs, endMs }) => [startMs / 1_000, endMs / 1_000]),
    ...expected,
  ]);
  const changes = starts.size === expected.size ? expectedChanges : await readChanges(starts);
  const basis = changes[0]?.basis;
  return {
    builds: builds.map((build) => {
      const since = versionOf(build, changes) - build.version;
      const isComparable = build.version > 0 && build.basis === basis;
      const isCorrected = versionOf(build, changes, 'corrections') !== build.corrections;
      return {
        ...build,
        arrived: isComparable && !isCorrected ? since : undefined,
        isValid: isComparable && since === 0,
      };
    }),
    changes,
  };
}

interface BasedVersionRow extends VersionRow {
  readonly basis: string;
}

async function readStoredBuilds(
  run: RunStatement,
  site: Pick<Scope, 'workspaceId' | 'siteId'>,
  range: TimeRange,
): Promise<readonly StoredBuild[]> {
  const { data } = await run<BuildRow>(compileBuilds(site, range));
  const basis = data[0]?.basis ?? '';
  return data.map(({ start, end, received_until_ms: receivedUntilMs, ...row }) => ({
    ...{ startMs: start * 1_000, endMs: end * 1_000, receivedUntilMs },
    ...row,
    basis,
  }));
}

/** The segments of a window, and the changes of its raw ranges. */
export interface WindowSegments {
  /** The valid ones, and those that lack late events only. */
  readonly segments: readonly Build[];
  readonly changes: readonly VersionRow[];
}

/** With more of them, a build is no longer read. */
const MAX_LATE_EVENTS = 1_000;

/** Whether a build lacks late events only. Queries read these in addition. */
export const isLate = ({ arrived = 0, receivedUntilMs }: Build): boolean =>
  arrived > 0 && arrived <= MAX_LATE_EVENTS && receivedUntilMs > 0;

/**
 * Reads the segments of a scope and of the days beside it. `withRollups` reads the changes again after the statements of
 * the query: a segment with changes in between, such as an erasure, is not used. `FindConflicts` excludes that a session is
 * counted twice.
 *
 * @param known from an earlier call; only the changes are read.
 */
export async function readSegments(
  run: RunStatement,
  scope: Scope,
  window: Window,
  known?: readonly StoredBuild[],
): Promise<WindowSegments> {
  const days = daysAround(window);
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return { segments: [], changes: [] };
  const range = { startMs: first.startMs, endMs: last.endMs };
  const { startMs, endMs } = withMargins(window);
  const edges = days.flatMap((day) => [day.startMs, day.endMs]);
  // Days have builds of their hours only until they have ended.
  const hours = days.slice(-2).flatMap((day) => hoursOf(day).map((hour) => hour.startMs));
  const { builds, changes } = await readBuilds(run, scope, range, {
    edges: [...edges, ...hours, startMs, endMs],
    ...(known ? { known } : {}),
  });
  return { segments: builds.filter((build) => build.isValid || isLate(build)), changes };
}
