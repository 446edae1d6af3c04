import { LRUCache } from 'lru-cache';
import type { RunStatement } from '../clickhouse/run';
import { Bindings, type Statement } from '../query/bindings';
import { OF_SITE } from './segments';
import { countsName } from './segment-counts';
import { lateStartSql, lateVisitorsSql, rangesSql, SESSION_KEY } from './sources-sql';
import type { RollupPlan } from './rollup-plan';

/** Ids of the sessions of all events that a query has read from `events`. */
export interface RawSessions {
  /** Those of the raw ranges. */
  readonly raw: ReadonlySet<string>;
  /** Those of the visitors of late events, by build. */
  readonly late: ReadonlyMap<string, ReadonlySet<string>>;
}

export const NO_SESSIONS: RawSessions = { raw: new Set(), late: new Map() };

/**
 * Finds the builds with a session that also has an event elsewhere: its late event arrived after the build.
 *
 * @param rawSessions those that the query has read. Default: a statement reads them.
 */
export type FindConflicts = (
  run: RunStatement,
  plan: RollupPlan,
  rawSessions?: RawSessions,
) => Promise<readonly string[]>;

/** Sites whose searched sessions are stored. */
const MAX_SITES = 100;
/** More sessions than these are searched by each query. */
const MAX_SESSIONS = 100_000;
/** More new sessions than these are not bound in a statement: ClickHouse accepts parameters of up to 128 KiB. */
const MAX_BOUND = 4_000;

interface Searched {
  readonly builds: ReadonlySet<string>;
  readonly sessions: ReadonlySet<number>;
}

/**
 * Returns a search that stores the sessions that are in none of some builds: builds never change. Execute it after the other
 * statements of a query, so that it finds the sessions of all events that these have read. A session in a build and in a raw
 * range would count twice; a build beside the window lacks its events among the crossing ones, so that it would bounce.
 */
export function createFindConflicts(): FindConflicts {
  const searched = new LRUCache<string, Searched>({ max: MAX_SITES });
  const ofLate = new LRUCache<string, readonly string[]>({ max: MAX_SITES });

  const search = async (run: RunStatement, plan: RollupPlan, found: readonly number[]) => {
    const used = usedBuilds(plan);
    const site = `${plan.scope.workspaceId} ${plan.scope.siteId}`;
    const stored = searched.get(site);
    const isListed = found.length < MAX_SESSIONS;
    const before = isListed && stored && used.every((build) => stored.builds.has(build)) ? stored : undefined;
    const sessions = before ? found.filter((session) => !before.sessions.has(session)) : found;
    if (sessions.length === 0) return [];
    // In all builds of the earlier searches, so that their sessions and these are in the same ones.
    const builds = before?.builds ?? new Set(used);
    const statement = compileConflicts(plan, {
      columns: 'DISTINCT toString(build) AS build',
      ...{ builds, sessions },
      sourceSql: (bindings) => `events WHERE ${OF_SITE} AND ${rangesSql(plan.sources.raw, bindings)}`,
    });
    const { data } = await run<{ build: string }>(statement);
    if (data.length === 0 && isListed) {
      const known = [...(before?.sessions ?? []), ...sessions];
      searched.set(site, { builds, sessions: new Set(known.length < MAX_SESSIONS ? known : found) });
    }
    return data.map(({ build }) => build).filter((build) => used.includes(build));
  };

  /** The sessions of the visitors of late events are also in the build that lacks these events. */
  const searchLate = async (run: RunStatement, plan: RollupPlan, sessions: SessionKeys['late']) => {
    const all = [...new Set([...sessions.values()].flatMap((keys) => [...keys]))];
    if (all.length === 0) return [];
    const used = new Set(usedBuilds(plan));
    const name = countsName(
      plan,
      [...sessions].map(([build, keys]) => [build, keys]),
    );
    const before = ofLate.get(name);
    if (before) return before;
    const statement = compileConflicts(plan, {
      columns: 'toString(build) AS build, session_key',
      ...{ builds: used, sessions: all },
      sourceSql: (bindings) => `events ${lateVisitorsSql(plan.sources.late, bindings)}`,
    });
    const { data } = await run<{ build: string; session_key: number }>(statement);
    const sets = new Map([...sessions].map(([build, keys]) => [build, new Set(keys)]));
    const conflicts = data.filter(({ build, session_key }) => !sets.get(build)?.has(session_key));
    const found = [...new Set(conflicts.map(({ build }) => build))];
    ofLate.set(name, found);
    return found;
  };

  return async (run, plan, rawSessions) => {
    const { raw, late } = plan.sources;
    if (raw.length + late.length === 0) return [];
    const found = rawSessions ? keysOf(rawSessions) : await readRawSessions(run, plan);
    const conflicts = await Promise.all([search(run, plan, found.raw), searchLate(run, plan, found.late)]);
    return conflicts.flat();
  };
}

const usedBuilds = ({ sources: { counted, beside } }: RollupPlan): readonly string[] =>
  [...counted, ...beside].map(({ build }) => build);

/** See `SESSION_KEY` and `RawSessions`. */
interface SessionKeys {
  readonly raw: readonly number[];
  readonly late: ReadonlyMap<string, readonly number[]>;
}

function keysOf({ raw, late }: RawSessions): SessionKeys {
  const keys = (sessions: Iterable<string>) =>
    Array.from(sessions, (session) => Number(BigInt.asUintN(48, BigInt(session))));
  return { raw: keys(raw), late: new Map([...late].map(([build, sessions]) => [build, keys(sessions)])) };
}

async function readRawSessions(run: RunStatement, plan: RollupPlan): Promise<SessionKeys> {
  const { data } = await run<{ start: number; sessions: number[] }>(compileRawSessions(plan));
  const found = new Map(data.map(({ start, sessions }) => [start, sessions]));
  const late = plan.sources.late.map(
    ({ build, startMs }) => [build, found.get(startMs / 1_000) ?? []] as const,
  );
  return { raw: found.get(0) ?? [], late: new Map(late) };
}

const siteParams = ({ scope }: RollupPlan) => ({
  workspace_id: scope.workspaceId,
  site_id: scope.siteId,
});

/**
 * Rows with the distinct sessions of the raw ranges (0), and of the visitors of late events by the start of the segment; at most `MAX_SESSIONS`.
 * Rows of events that later ones have replaced can only exclude a build too many, and FINAL takes longer.
 */
function compileRawSessions(plan: RollupPlan): Statement {
  const bindings = new Bindings();
  const { raw, late } = plan.sources;
  const sessions = `groupUniqArray(${MAX_SESSIONS})(${SESSION_KEY}) AS sessions FROM events`;
  const parts = [
    ...(raw.length === 0
      ? []
      : [`SELECT toUInt32(0) AS start, ${sessions} WHERE ${OF_SITE} AND ${rangesSql(raw, bindings)}`]),
    ...(late.length === 0
      ? []
      : [
          `SELECT ${lateStartSql(late, bindings)} AS start, ${sessions} ${lateVisitorsSql(late, bindings)} GROUP BY start`,
        ]),
  ];
  return { query: parts.join('\nUNION ALL\n'), params: { ...siteParams(plan), ...bindings.params } };
}

interface ConflictSearch {
  readonly columns: string;
  readonly builds: ReadonlySet<string>;
  readonly sessions: readonly number[];
  /** SQL of the sessions, if they are too many. */
  readonly sourceSql: (bindings: Bindings) => string;
}

/** SQL of columns of the builds' sessions that are among some others. */
function compileConflicts(
  plan: RollupPlan,
  { columns, builds, sessions, sourceSql }: ConflictSearch,
): Statement {
  const bindings = new Bindings();
  const searched =
    sessions.length > MAX_BOUND
      ? `GLOBAL IN (SELECT ${SESSION_KEY} FROM ${sourceSql(bindings)})`
      : `IN ${bindings.bind('sessions', 'Array(UInt64)', sessions)}`;
  return {
    query: `SELECT ${columns} FROM rollup_session_keys
PREWHERE session_key ${searched}
WHERE ${OF_SITE} AND build IN ${bindings.bind('builds', 'Array(UInt64)', [...builds].map(BigInt))}`,
    params: { ...siteParams(plan), ...bindings.params },
  };
}
