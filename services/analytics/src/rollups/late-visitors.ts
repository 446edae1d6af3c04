import { LRUCache } from 'lru-cache';
import type { RunStatement } from '../clickhouse/run';
import { Bindings, type Statement } from '../query/bindings';
import type { Scope } from '../query/plan';
import { KEPT_FOR_AN_HOUR } from './segment-counts';
import { OF_SITE, type Build } from './segments';
import { lateKeyOf, type LateSegment, type Segment, type Sources } from './sources';
import { lateEventsSql, rangesSql } from './sources-sql';

/** The ids of the visitors of late events, by build. */
export type LateVisitorsOfBuilds = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Finds the visitors of late events. A build is absent if its events must be read instead: some late events were received before its last
 * one, so that they cannot be distinguished; others have sessions of several visitors; or there are too many.
 */
export type FindLateVisitors = (
  run: RunStatement,
  site: Pick<Scope, 'workspaceId' | 'siteId'>,
  builds: readonly Build[],
) => Promise<LateVisitorsOfBuilds>;

/** Visitors of all builds of a query. A statement binds them several times, and ClickHouse accepts requests with 1 MiB of parameters. */
const MAX_VISITORS = 1_500;
/** Events of these visitors: as many as are counted in memory. */
const MAX_EVENTS = 50_000;
/** Stored visitors: about 10 MiB. */
const MAX_STORED = 100_000;

/** The visitors of a build's late events. */
interface Found {
  readonly visitors: ReadonlySet<string>;
  /** The number of all their events in the time range of the build. */
  readonly events: number;
}

/** Stored for a build whose events must be read. */
const NONE: Found = { visitors: new Set(), events: 0 };

/** Returns a search that stores what it has found: it stays valid until the next late event. */
export function createFindLateVisitors(): FindLateVisitors {
  const stored = new LRUCache<string, Found>({
    maxSize: MAX_STORED,
    ...KEPT_FOR_AN_HOUR,
    sizeCalculation: ({ visitors }) => 1 + visitors.size,
  });
  return async (run, site, builds) => {
    const keyOf = ({ build, arrived = 0 }: Build) => lateKeyOf({ build, arrived });
    const missing = builds.filter((build) => !stored.has(keyOf(build)));
    const read = missing.length === 0 ? undefined : await readVisitors(run, site, missing);
    const chosen = new Map<string, ReadonlySet<string>>();
    let [visitors, events] = [0, 0];
    // The builds with few late events first.
    for (const build of builds.toSorted((a, b) => (a.arrived ?? 0) - (b.arrived ?? 0))) {
      const found = stored.get(keyOf(build)) ?? read?.get(build.build) ?? NONE;
      stored.set(keyOf(build), found);
      if (found.visitors.size === 0) continue;
      visitors += found.visitors.size;
      events += found.events;
      if (visitors > MAX_VISITORS || events > MAX_EVENTS) break;
      chosen.set(build.build, found.visitors);
    }
    return chosen;
  };
}

/** The segments of some sources that have late events. @param numbers of visitors by id */
export function lateSegmentsOf(
  { counted, beside }: Pick<Sources, 'counted' | 'beside'>,
  {
    segments,
    lateVisitors,
  }: { readonly segments: readonly Build[]; readonly lateVisitors: LateVisitorsOfBuilds },
  numbers: ReadonlyMap<string, number>,
): readonly LateSegment[] {
  const used = new Set([...counted, ...beside].map(({ build }: Segment) => build));
  return segments.flatMap((build) => {
    const ids = used.has(build.build) ? lateVisitors.get(build.build) : undefined;
    if (!ids) return [];
    const visitors = new Map([...ids].map((id) => [id, numbers.get(id) ?? 0]));
    return [{ ...build, arrived: build.arrived ?? 0, visitors }];
  });
}

interface LateRow {
  readonly build: string;
  /** The number of the build's late events that were found. */
  readonly found: number;
  readonly visitors: readonly string[];
  /** Visitors of the sessions of these visitors. */
  readonly all_visitors: number;
  /** Events of these sessions. */
  readonly all_events: number;
}

async function readVisitors(
  run: RunStatement,
  { workspaceId, siteId }: Pick<Scope, 'workspaceId' | 'siteId'>,
  builds: readonly Build[],
): Promise<ReadonlyMap<string, Found>> {
  const site = { workspace_id: workspaceId, site_id: siteId };
  const arrived = new Map(builds.map((build) => [build.build, build.arrived]));
  const { data } = await run<LateRow>(compileLateEvents(builds, site));
  return new Map(
    data
      .filter(
        ({ build, found, visitors: { length }, all_visitors, all_events }) =>
          found === arrived.get(build) && length === all_visitors && all_events <= MAX_EVENTS,
      )
      .map(({ build, visitors, all_events }) => [build, { visitors: new Set(visitors), events: all_events }]),
  );
}

/** A row for each build. It counts stored rows, as the sums do: those that replace an event, too. */
function compileLateEvents(builds: readonly Build[], site: Readonly<Record<string, unknown>>): Statement {
  const bindings = new Bindings();
  const parts = builds.map((build) => {
    const inSegment = `FROM events WHERE ${OF_SITE} AND ${rangesSql([build], bindings)}`;
    const isLate = lateEventsSql([build], bindings);
    return `SELECT ${bindings.bind('build', 'String', build.build)} AS build, countIf(${isLate}) AS found,
  groupUniqArrayIf(toString(visitor_id), ${isLate}) AS visitors, uniqExact(visitor_id) AS all_visitors, count() AS all_events
${inSegment} AND session_id IN (
  SELECT session_id ${inSegment} AND visitor_id IN (SELECT visitor_id ${inSegment} AND ${isLate})
)`;
  });
  return { query: parts.join('\nUNION ALL\n'), params: { ...site, ...bindings.params } };
}
