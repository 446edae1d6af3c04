import { LRUCache } from 'lru-cache';
import type { RunStatement } from '../clickhouse/run';
import { Bindings, type Statement } from '../query/bindings';
import type { Scope } from '../query/plan';
import { KEPT_FOR_AN_HOUR } from './segment-counts';
import { OF_SITE, type Build } from './segments';
import { lateKeyOf, type LateSegment, type Segment, type Sources } from './sources';
import { lateEventsSql, numbersSql, rangesSql } from './sources-sql';

/** The visitors of a segment's late events, by id, with their number or 0. */
type VisitorNumbers = ReadonlyMap<string, number>;

export type LateVisitorsOfBuilds = ReadonlyMap<string, VisitorNumbers>;

/**
 * Finds the visitors of late events, by build. A build is absent if its events must be read instead: some late events were received
 * before its last one, so that they cannot be distinguished; others have sessions of several visitors; or there are too many.
 */
export type FindLateVisitors = (
  run: RunStatement,
  site: Pick<Scope, 'workspaceId' | 'siteId'>,
  builds: readonly Build[],
) => Promise<LateVisitorsOfBuilds>;

/** Visitors of all builds of a query: ClickHouse accepts parameters of up to 128 KiB. */
const MAX_VISITORS = 4_000;
/** Stored visitors: about 10 MiB. */
const MAX_STORED = 100_000;

const NO_BUILDS: LateVisitorsOfBuilds = new Map();
/** Stored for a build whose events must be read. */
const NONE: VisitorNumbers = new Map();

/** Returns a search that stores what it has found: it stays valid until the next late event. */
export function createFindLateVisitors(): FindLateVisitors {
  const stored = new LRUCache<string, VisitorNumbers>({
    maxSize: MAX_STORED,
    ...KEPT_FOR_AN_HOUR,
    sizeCalculation: (visitors) => 1 + visitors.size,
  });
  return async (run, site, builds) => {
    const keyOf = ({ build, arrived = 0 }: Build) => lateKeyOf({ build, arrived });
    const missing = builds.filter((build) => !stored.has(keyOf(build)));
    const read = missing.length === 0 ? NO_BUILDS : await readVisitors(run, site, missing);
    const found = new Map<string, VisitorNumbers>();
    let size = 0;
    // The builds with few late events first.
    for (const build of builds.toSorted((a, b) => (a.arrived ?? 0) - (b.arrived ?? 0))) {
      const key = keyOf(build);
      const visitors = stored.get(key) ?? read.get(build.build) ?? NONE;
      stored.set(key, visitors);
      if (visitors.size === 0) continue;
      size += visitors.size;
      if (size > MAX_VISITORS) break;
      found.set(build.build, visitors);
    }
    return found;
  };
}

/** The segments of some sources that have late events. */
export function lateSegmentsOf(
  { counted, beside }: Sources,
  builds: readonly Build[],
  visitors: LateVisitorsOfBuilds,
): readonly LateSegment[] {
  const used = new Set([...counted, ...beside].map(({ build }: Segment) => build));
  return builds.flatMap((build) => {
    const ofBuild = used.has(build.build) ? visitors.get(build.build) : undefined;
    return ofBuild ? [{ ...build, arrived: build.arrived ?? 0, visitors: ofBuild }] : [];
  });
}

interface LateRow {
  readonly build: string;
  /** The number of the build's late events that were found. */
  readonly found: number;
  readonly visitors: readonly string[];
  /** Visitors of the sessions of these visitors. */
  readonly all_visitors: number;
}

async function readVisitors(
  run: RunStatement,
  { workspaceId, siteId }: Pick<Scope, 'workspaceId' | 'siteId'>,
  builds: readonly Build[],
): Promise<LateVisitorsOfBuilds> {
  const site = { workspace_id: workspaceId, site_id: siteId };
  const arrived = new Map(builds.map((build) => [build.build, build.arrived]));
  const rows = (await run<LateRow>(compileLateEvents(builds, site))).data.filter(
    ({ build, found, visitors: { length }, all_visitors }) =>
      found === arrived.get(build) && length === all_visitors,
  );
  const visitors = new Set(rows.flatMap((row) => row.visitors));
  if (visitors.size === 0 || visitors.size > MAX_VISITORS) return NO_BUILDS;
  const bindings = new Bindings();
  const ids = bindings.bind('visitors', 'Array(UInt64)', [...visitors].map(BigInt));
  const { data } = await run<{ visitor: string; number: number }>({
    query: `SELECT toString(id) AS visitor, number FROM (${numbersSql(ids)})`,
    params: { ...site, ...bindings.params },
  });
  const numbers = new Map(data.map(({ visitor, number }) => [visitor, number]));
  return new Map(
    rows.map(({ build, visitors: ofBuild }) => [
      build,
      new Map(ofBuild.map((visitor) => [visitor, numbers.get(visitor) ?? 0])),
    ]),
  );
}

/** A row for each build. It counts stored rows, as the sums do: those that replace an event, too. */
function compileLateEvents(builds: readonly Build[], site: Readonly<Record<string, unknown>>): Statement {
  const bindings = new Bindings();
  const parts = builds.map((build) => {
    const inSegment = `FROM events WHERE ${OF_SITE} AND ${rangesSql([build], bindings)}`;
    const isLate = lateEventsSql([build], bindings);
    return `SELECT ${bindings.bind('build', 'String', build.build)} AS build, countIf(${isLate}) AS found,
  groupUniqArrayIf(toString(visitor_id), ${isLate}) AS visitors, uniqExact(visitor_id) AS all_visitors
${inSegment} AND session_id IN (
  SELECT session_id ${inSegment} AND visitor_id IN (SELECT visitor_id ${inSegment} AND ${isLate})
)`;
  });
  return { query: parts.join('\nUNION ALL\n'), params: { ...site, ...bindings.params } };
}
