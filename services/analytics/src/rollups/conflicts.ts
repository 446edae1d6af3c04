import { LRUCache } from 'lru-cache';
import type { RunStatement } from '../clickhouse/run';
import { Bindings, type Statement } from '../query/bindings';
import { OF_SITE } from './segments';
import { rangesSql, SESSION_KEY } from './sources-sql';
import type { RollupPlan } from './stats-sql';

/**
 * Finds the builds with a session that also has an event in a raw range: its late event arrived after the build.
 *
 * @param rawSessions ids of the sessions of all raw events that the query has read. Default: a statement reads them.
 */
export type FindConflicts = (
  run: RunStatement,
  plan: RollupPlan,
  rawSessions?: Iterable<string>,
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
  return async (run, plan, rawSessions) => {
    const { counted, beside, raw } = plan.sources;
    if (raw.length === 0) return [];
    const { workspaceId, siteId } = plan.scope;
    const site = `${workspaceId} ${siteId}`;
    const used = [...counted, ...beside].map(({ build }) => build);
    const found = rawSessions ? keysOf(rawSessions) : await readRawSessions(run, plan);
    const stored = searched.get(site);
    const isListed = found.length < MAX_SESSIONS;
    const before = isListed && stored && used.every((build) => stored.builds.has(build)) ? stored : undefined;
    const sessions = before ? found.filter((session) => !before.sessions.has(session)) : found;
    if (sessions.length === 0) return [];
    // In all builds of the earlier searches, so that their sessions and these are in the same ones.
    const builds = before?.builds ?? new Set(used);
    const conflicts = (await run<{ build: string }>(compileConflicts(plan, builds, sessions))).data;
    if (conflicts.length === 0 && isListed) {
      const known = [...(before?.sessions ?? []), ...sessions];
      searched.set(site, { builds, sessions: new Set(known.length < MAX_SESSIONS ? known : found) });
    }
    return conflicts.map(({ build }) => build).filter((build) => used.includes(build));
  };
}

/** See `SESSION_KEY`. */
const keysOf = (sessions: Iterable<string>): readonly number[] =>
  Array.from(sessions, (session) => Number(BigInt.asUintN(48, BigInt(session))));

async function readRawSessions(run: RunStatement, plan: RollupPlan): Promise<readonly number[]> {
  return (await run<{ sessions: number[] }>(compileRawSessions(plan))).data[0]?.sessions ?? [];
}

/** The stored rows of the raw ranges. Rows that later ones have replaced can only exclude a build too many, and FINAL takes longer. */
function rawSql({ sources }: RollupPlan, bindings: Bindings): string {
  return `FROM events WHERE ${OF_SITE} AND ${rangesSql(sources.raw, bindings)}`;
}

const siteParams = ({ scope }: RollupPlan) => ({
  workspace_id: scope.workspaceId,
  site_id: scope.siteId,
});

/** One row with the distinct sessions of the raw ranges, at most `MAX_SESSIONS`. */
function compileRawSessions(plan: RollupPlan): Statement {
  const bindings = new Bindings();
  return {
    query: `SELECT groupUniqArray(${MAX_SESSIONS})(${SESSION_KEY}) AS sessions ${rawSql(plan, bindings)}`,
    params: { ...siteParams(plan), ...bindings.params },
  };
}

function compileConflicts(
  plan: RollupPlan,
  builds: ReadonlySet<string>,
  sessions: readonly number[],
): Statement {
  const bindings = new Bindings();
  const searched =
    sessions.length > MAX_BOUND
      ? `GLOBAL IN (SELECT ${SESSION_KEY} ${rawSql(plan, bindings)})`
      : `IN ${bindings.bind('sessions', 'Array(UInt64)', sessions)}`;
  return {
    query: `SELECT DISTINCT toString(build) AS build FROM rollup_session_keys
PREWHERE session_key ${searched}
WHERE ${OF_SITE} AND build IN ${bindings.bind('builds', 'Array(UInt64)', [...builds].map(BigInt))}`,
    params: { ...siteParams(plan), ...bindings.params },
  };
}
