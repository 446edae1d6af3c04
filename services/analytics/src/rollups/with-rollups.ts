import { addDays } from '../clickhouse/database-work';
import type { RunStatement } from '../clickhouse/run';
import type { VisitPlan } from '../query/plan';
import { EVENTS_FORMAT, readSegments, versionOf, type Build, type VersionRow } from './segments';
import type { KnownRollups, WindowRollups } from './known-rollups';
import { lateSegmentsOf, type FindLateVisitors } from './late-visitors';
import { chooseSources, countDays, type Segment, type Sources, type TimeRange } from './sources';
import { readWeeks } from './weeks';
import type { FindCandidates } from './candidates';
import type { FindConflicts, RawSessions } from './conflicts';
import type { EventSegments } from './event-counts';
import type { ReadEventRest } from './event-rest';
import type { CountInMemory } from './memory-counts';
import { filtersSessions } from './filtered-sql';
import type { RollupPlan } from './rollup-plan';
import type { FindNumbers } from './visitor-numbers';
import type { RollupWorker } from './worker';

/** Whether a plan's numbers can come from roll-ups: they contain no hours, and filters of sessions only. */
const canUseRollups = (plan: VisitPlan): boolean => plan.grain !== 'hour' && filtersSessions(plan);

/**
 * The statement that merges roll-ups with other events sorts these by session. With more of them, the statements that read all
 * events need less memory.
 */
const MAX_RAW_EVENTS = 1_000_000;

/** More of them are counted by ClickHouse: reading the raw events, or the visitors of all segments, would take longer. */
const MAX_IN_MEMORY = { rawEvents: 50_000, events: 20_000_000 };

/** With more of them, the analysis of an event reads all events of the window. This process would merge the visitors of the raw ones. */
const MAX_RAW_OF_EVENTS = 400_000;

/** After more of them, a query reads the events of builds with new late events. */
const MAX_REPEATS = 2;

/** The roll-ups of a process. */
export interface Rollups {
  readonly worker: Pick<RollupWorker, 'want'>;
  readonly findConflicts: FindConflicts;
  readonly findLateVisitors: FindLateVisitors;
  readonly findNumbers: FindNumbers;
  readonly findCandidates: FindCandidates;
  /** Undefined: ClickHouse counts all plans. */
  readonly countInMemory: CountInMemory | undefined;
  readonly eventSegments: EventSegments;
  readonly readEventRest: ReadEventRest;
  readonly known: KnownRollups;
}

/** The roll-ups that a query reads. */
export interface Rollup extends Omit<Rollups, 'worker' | 'findConflicts' | 'findLateVisitors' | 'known'> {
  readonly plan: RollupPlan;
  /** False if a segment lacks the counts of single events, because an earlier release has built it, or if there are too many raw events. */
  readonly canCountEvents: boolean;
  /** Called after each count of the plan. @param sessions undefined: they are not known */
  readonly onRawSessions: (sessions: RawSessions | undefined) => void;
}

interface RollupContext {
  readonly run: RunStatement;
  /** Undefined: queries read events only. */
  readonly rollups: Rollups | undefined;
  /** Only days of this zone are built: each further zone would cost as much again. */
  readonly siteZone: string;
  /** That of the call, which reports the days. */
  readonly signal: AbortSignal;
}

/**
 * Runs a query with the valid roll-ups of its window. It begins with those that are known, checks them after its statements, and repeats
 * without the ones that became invalid.
 *
 * @param query computes the result from the sources of a plan; without one, from the events only. It returns undefined if it cannot.
 */
export async function withRollups<Result>(
  { run, rollups, siteZone, signal }: RollupContext,
  plan: VisitPlan,
  query: (rollup?: Rollup) => Promise<Result>,
): Promise<Result> {
  if (!rollups || !canUseRollups(plan)) return query();
  if (plan.window.zone === siteZone) rollups.worker.want(plan);
  // Of all attempts: a build with a session of a raw range is valid.
  const excluded = new Set<string>();
  let repeats = 0;
  for (;;) {
    const found =
      rollups.known.get(plan) ?? rollups.known.add(plan, await readRollups(run, rollups, plan, excluded));
    const { segments, changes, weeks } = found;
    const sources = await withLateVisitors(
      run,
      rollups,
      { ...plan, sources: chooseSources(plan.window, segments, weeks) },
      found,
    );
    const rollup = isWorthReading(sources, changes) ? { ...plan, sources } : undefined;
    const countInMemory = isSmall(plan, sources, changes) ? rollups.countInMemory : undefined;
    const sessions: (RawSessions | undefined)[] = [];
    const onRawSessions = (each: RawSessions | undefined) => void sessions.push(each);
    const earlier = new Set(
      segments.filter(({ format }) => format < EVENTS_FORMAT).map(({ build }) => build),
    );
    const canCountEvents =
      eventsOf(sources.raw, changes) <= MAX_RAW_OF_EVENTS &&
      !sources.counted.some(({ build }) => earlier.has(build));
    const result = await query(
      rollup && { ...rollups, countInMemory, plan: rollup, canCountEvents, onRawSessions },
    ).catch((error: unknown) => {
      // With changes that are not known yet, such as a large import, a repeat may read less.
      rollups.known.delete(plan);
      throw error;
    });
    // Without a result, nothing of the roll-ups was used.
    const used = result === undefined ? undefined : rollup;
    const { conflicts, changed } = used
      ? await check(run, rollups, { rollup: used, known: segments, rawSessions: knownSessions(sessions) })
      : { conflicts: [], changed: [] };
    if (conflicts.length + changed.length === 0) {
      addDays(signal, countDays(plan.window, used ? sources.counted : []));
      return result;
    }
    rollups.known.delete(plan);
    repeats += 1;
    // Otherwise, a site with an event in each moment would repeat its queries without end.
    for (const build of repeats > MAX_REPEATS ? [...conflicts, ...changed] : conflicts) excluded.add(build);
  }
}

/** Adds the visitors of late events to the sources of a plan. */
async function withLateVisitors(
  run: RunStatement,
  { findNumbers }: Pick<Rollups, 'findNumbers'>,
  plan: RollupPlan,
  found: WindowRollups,
): Promise<Sources> {
  const { sources } = plan;
  const late = lateSegmentsOf(sources, found, new Map());
  if (late.length === 0) return sources;
  const ids = new Set(late.flatMap(({ visitors }) => [...visitors.keys()]));
  return { ...sources, late: lateSegmentsOf(sources, found, await findNumbers(run, plan, ids)) };
}

async function readRollups(
  run: RunStatement,
  { findLateVisitors }: Rollups,
  { scope, window }: VisitPlan,
  excluded: ReadonlySet<string>,
): Promise<WindowRollups> {
  const [{ segments, changes }, weeks] = await Promise.all([
    readSegments(run, scope, window),
    readWeeks(run, scope, window),
  ]);
  const found = segments.filter(({ build }) => !excluded.has(build));
  const lateVisitors = await findLateVisitors(
    run,
    scope,
    found.filter(({ isValid }) => !isValid),
  );
  return {
    segments: found.filter(({ isValid, build }) => isValid || lateVisitors.has(build)),
    changes,
    weeks,
    lateVisitors,
  };
}

const isWorthReading = ({ counted, raw }: Sources, changes: readonly VersionRow[]): boolean =>
  counted.length > 0 && eventsOf(raw, changes) <= MAX_RAW_EVENTS;

const isSmall = ({ window }: VisitPlan, { raw }: Sources, changes: readonly VersionRow[]): boolean =>
  eventsOf(raw, changes) <= MAX_IN_MEMORY.rawEvents && versionOf(window, changes) <= MAX_IN_MEMORY.events;

/** The number of events of some ranges, with their changes. */
const eventsOf = (ranges: readonly TimeRange[], changes: readonly VersionRow[]): number =>
  ranges.reduce((sum, range) => sum + versionOf(range, changes), 0);

/** The sessions of all counts; undefined if those of one are not known. */
function knownSessions(ofCounts: readonly (RawSessions | undefined)[]): RawSessions | undefined {
  const known = ofCounts.filter((sessions) => sessions !== undefined);
  if (known.length === 0 || known.length < ofCounts.length) return undefined;
  return {
    raw: new Set(known.flatMap(({ raw }) => [...raw])),
    late: new Map(known.flatMap(({ late }) => [...late])),
  };
}

interface Checked {
  /** The builds with a session of a raw range. */
  readonly conflicts: readonly string[];
  /** The used builds with later changes. */
  readonly changed: readonly string[];
}

/** The data of an attempt. */
interface Used {
  readonly rollup: RollupPlan;
  readonly known: readonly Build[];
  readonly rawSessions: RawSessions | undefined;
}

async function check(
  run: RunStatement,
  { findConflicts }: Rollups,
  { rollup, known, rawSessions }: Used,
): Promise<Checked> {
  const { counted, beside } = rollup.sources;
  const [conflicts, { segments }] = await Promise.all([
    findConflicts(run, rollup, rawSessions),
    readSegments(run, rollup.scope, rollup.window, known),
  ]);
  const [before, after] = [known, segments].map(
    (builds) => new Map(builds.map(({ build, arrived }) => [build, arrived])),
  );
  const isSame = ({ build }: Segment) => after?.has(build) && after.get(build) === before?.get(build);
  const changed = [...counted, ...beside].filter((segment) => !isSame(segment));
  return { conflicts, changed: changed.map(({ build }) => build) };
}
