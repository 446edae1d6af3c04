import { LRUCache } from 'lru-cache';
import { compareBytes } from '@headwater/kit/compare-bytes';
import { NONE, PAGEVIEW } from '@headwater/protos/vocabulary';
import type { RunStatement } from '../clickhouse/run';
import { Bindings, type Statement } from '../query/bindings';
import { ENGAGEMENT } from '../query/compile';
import type { Dimension } from '../query/dimensions';
import type { RawSessions } from './conflicts';
import { lateKeyOf, withMargins, type LateSegment, type Sources, type TimeRange } from './sources';
import { crossingSql, numbersOf, rawSql, type EventsSelection } from './sources-sql';
import type { FindNumbers } from './visitor-numbers';
import { countsName, KEPT_FOR_AN_HOUR } from './segment-counts';
import type { RollupPlan } from './rollup-plan';

/** An event of the window that no counted segment contains. */
export interface RestEvent {
  /** Unix milliseconds. */
  readonly ms: number;
  readonly isPageview: boolean;
  /** The visitor's number, or the id of a visitor without one. */
  readonly visitor: number | string;
  readonly session: RestSession;
  /** As responses show them, in the order of the dimensions. */
  readonly keys: readonly string[];
}

/** A session of such events. Its events in the margins of the window only decide whether it bounced. */
export class RestSession {
  /** Number of events of the window and of its margins without those of engagement. */
  private events = 0;
  private first: Page | undefined;
  private last: Page | undefined;
  private startMs = Infinity;
  private endMs = -Infinity;

  add({ ms, path, isPageview, isEngagement }: StoredEvent, isInside: boolean): void {
    if (!isEngagement) this.events += 1;
    if (!isInside) return;
    this.startMs = Math.min(this.startMs, ms);
    this.endMs = Math.max(this.endMs, ms);
    if (!isPageview) return;
    const page = { ms, path };
    if (!this.first || comparePages(page, this.first) < 0) this.first = page;
    if (!this.last || comparePages(page, this.last) > 0) this.last = page;
  }

  get isBounced(): boolean {
    return this.events <= 1;
  }

  get durationMs(): number {
    return this.endMs - this.startMs;
  }

  /** Paths of the first and last pageview; '' without one. */
  get pages() {
    return { entry_page: this.first?.path ?? '', exit_page: this.last?.path ?? '' };
  }
}

interface Page {
  readonly ms: number;
  readonly path: string;
}

const comparePages = (a: Page, b: Page): number => a.ms - b.ms || compareBytes(a.path, b.path);

/** Events that no counted segment contains. */
export interface RestEvents {
  /** Those of the window. */
  readonly events: readonly RestEvent[];
  readonly rawSessions: RawSessions;
}

/** Reads the events of the window that no counted segment contains, those of the raw ranges with one statement. */
export type ReadRest = (
  run: RunStatement,
  plan: RollupPlan,
  dimensions: readonly Dimension[],
) => Promise<RestEvents>;

/** Stored events of crossing sessions and of the visitors of late events: about 30 MiB. */
const MAX_STORED = 100_000;

/** Returns a function that stores the events of crossing sessions, because builds never change, and late events until the next one. */
export function createReadRest(findNumbers: FindNumbers): ReadRest {
  const stored = new LRUCache<string, readonly StoredEvent[]>({
    maxSize: MAX_STORED,
    ...KEPT_FOR_AN_HOUR,
    sizeCalculation: (events) => 1 + events.length,
  });
  const readRaw = async (run: RunStatement, plan: RollupPlan, columns: readonly string[]) => {
    const { raw } = plan.sources;
    if (raw.length === 0) return [];
    const read = await readColumns(run, compileEvents(plan, columns, rawSource({ raw, late: [] })));
    if (!read) return [];
    const numbers = await findNumbers(run, plan, new Set(read.visitors));
    return withNumbers(eventsOf(read), new Map([...numbers, ...lateNumbers(plan)]));
  };
  const readStored = async (name: string, read: () => Promise<readonly StoredEvent[]>) => {
    const before = stored.get(name);
    if (before) return before;
    const events = await read();
    stored.set(name, events);
    return events;
  };
  const readCrossing = (run: RunStatement, plan: RollupPlan, columns: readonly string[]) =>
    readStored(countsName(plan, columns), async () => {
      const sources = { ...plan.sources, late: [] };
      const source = (selection: EventsSelection) => crossingSql(sources, selection);
      const read = await readColumns(run, compileEvents(plan, columns, source));
      return read ? eventsOf(read) : [];
    });
  /** All events of the visitors of a segment's late events. */
  const readLate = async (
    run: RunStatement,
    plan: RollupPlan,
    { segment, columns }: { readonly segment: LateSegment; readonly columns: readonly string[] },
  ) =>
    // A visitor can get a number from a later build of another time range.
    withNumbers(
      await readStored([lateKeyOf(segment), ...columns].join(' '), async () => {
        const source = rawSource({ raw: [], late: [segment] });
        const read = await readColumns(run, compileEvents(plan, columns, source));
        return read ? eventsOf(read) : [];
      }),
      segment.visitors,
    );
  return async (run, plan, dimensions) => {
    const columns = columnsOf(dimensions);
    const { late } = plan.sources;
    const [raw, crossing, ...ofLate] = await Promise.all([
      readRaw(run, plan, columns),
      readCrossing(run, plan, columns),
      ...late.map((segment) => readLate(run, plan, { segment, columns })),
    ]);
    const isOfLate = late.map(isOfVisitors);
    const others = crossing.filter((event) => !isOfLate.some((matches) => matches(event)));
    const sessionsOf = (events: readonly StoredEvent[]) => new Set(events.map(({ session }) => session));
    return {
      events: withSessions(plan, dimensions, [...raw, ...others, ...ofLate.flat()]),
      rawSessions: {
        raw: sessionsOf(raw),
        late: new Map(late.map(({ build }, index) => [build, sessionsOf(ofLate[index] ?? [])])),
      },
    };
  };
}

const rawSource = (sources: Pick<Sources, 'raw' | 'late'>) => (selection: EventsSelection) =>
  `SELECT *, toUInt32(0) AS number FROM (${rawSql(sources, selection)})`;

/** Returns whether an event is one of those that are read for the late events of a segment. */
function isOfVisitors(segment: LateSegment): (event: StoredEvent) => boolean {
  const numbers = new Set(numbersOf(segment));
  return ({ ms, visitor }) =>
    contains(segment, ms) &&
    (typeof visitor === 'number' ? numbers.has(visitor) : segment.visitors.has(visitor));
}

/** An event as it is stored. */
interface StoredEvent {
  readonly ms: number;
  readonly isPageview: boolean;
  readonly isEngagement: boolean;
  readonly visitor: number | string;
  readonly session: string;
  readonly path: string;
  /** In the order of the columns. */
  readonly values: readonly string[];
}

const contains = ({ startMs, endMs }: TimeRange, ms: number): boolean => ms >= startMs && ms < endMs;

interface Inside {
  readonly event: StoredEvent;
  readonly session: RestSession;
}

function withSessions(
  { scope }: RollupPlan,
  dimensions: readonly Dimension[],
  events: readonly StoredEvent[],
): readonly RestEvent[] {
  const margins = withMargins(scope);
  const sessions = new Map<string, RestSession>();
  const inside: Inside[] = [];
  for (const event of events) {
    if (!contains(margins, event.ms)) continue;
    let session = sessions.get(event.session);
    if (!session) sessions.set(event.session, (session = new RestSession()));
    const isInside = contains(scope, event.ms);
    session.add(event, isInside);
    if (isInside) inside.push({ event, session });
  }
  const columns = columnsOf(dimensions);
  const valueOf = dimensions.map((dimension) => {
    if (dimension.kind === 'session') return ({ session }: Inside) => session.pages[dimension.key];
    const index = columns.indexOf(dimension.key);
    return ({ event }: Inside) => event.values[index];
  });
  return inside.map((each) => ({
    ms: each.event.ms,
    isPageview: each.event.isPageview,
    visitor: each.event.visitor,
    session: each.session,
    keys: valueOf.map((value) => value(each) || NONE),
  }));
}

const columnsOf = (dimensions: readonly Dimension[]): readonly string[] =>
  dimensions.filter(({ kind }) => kind === 'column').map(({ key }) => key);

/** One row with the events as columns, which takes a fraction of the time of rows. */
interface EventColumns {
  readonly at: readonly number[];
  readonly pageview: readonly (0 | 1)[];
  readonly engagement: readonly (0 | 1)[];
  readonly numbers: readonly number[];
  readonly visitors: readonly string[];
  readonly sessions: readonly string[];
  readonly paths: readonly string[];
  /** By column. */
  readonly values: readonly (readonly string[])[];
}

/** @param source SQL of the events with some of their columns, and with the `number` of their visitor. */
function compileEvents(
  plan: RollupPlan,
  columns: readonly string[],
  source: (selection: EventsSelection) => string,
): Statement {
  const bindings = new Bindings();
  const names = [...new Set(['ts', 'name', 'visitor_id', 'session_id', 'pathname', ...columns])];
  const values = columns.map((column) => `groupArray(toString(${column}))`);
  return {
    query: `SELECT groupArray(toUnixTimestamp64Milli(ts)) AS at, groupArray(name = '${PAGEVIEW}') AS pageview,
  groupArray(name = '${ENGAGEMENT}') AS engagement, groupArray(number) AS numbers,
  groupArray(toString(visitor_id)) AS visitors, groupArray(toString(session_id)) AS sessions,
  groupArray(pathname) AS paths, [${values.join(', ')}]${columns.length === 0 ? '::Array(Array(String))' : ''} AS values
FROM (${source({ columns: names, bindings })})`,
    params: { workspace_id: plan.scope.workspaceId, site_id: plan.scope.siteId, ...bindings.params },
  };
}

async function readColumns(run: RunStatement, statement: Statement): Promise<EventColumns | undefined> {
  return (await run<EventColumns>(statement)).data[0];
}

function eventsOf(columns: EventColumns): readonly StoredEvent[] {
  const { at, pageview, engagement, numbers, visitors, sessions, paths, values } = columns;
  return at.map((ms, index) => ({
    ms,
    isPageview: pageview[index] === 1,
    isEngagement: engagement[index] === 1,
    visitor: numbers[index] || (visitors[index] ?? ''),
    session: sessions[index] ?? '',
    path: paths[index] ?? '',
    values: values.map((column) => column[index] ?? ''),
  }));
}

/** Replaces the ids of visitors with a number. */
const withNumbers = (
  events: readonly StoredEvent[],
  numbers: ReadonlyMap<string, number>,
): readonly StoredEvent[] =>
  events.map((event) => ({ ...event, visitor: numbers.get(String(event.visitor)) || event.visitor }));

const lateNumbers = ({ sources: { late } }: RollupPlan): readonly (readonly [string, number])[] =>
  late.flatMap(({ visitors }) => [...visitors]);
