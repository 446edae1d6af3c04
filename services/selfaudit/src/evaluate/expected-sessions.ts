import { compareBytes, groupBy, type StoredDay, type StoredEvent } from './stored-day';

/** An exported event with its own facts, from which its session is derived. An older version of analytics exports no facts. */
export interface SessionEvent extends StoredEvent {
  readonly eventId: string;
  /** The facts that it has itself: `landing`, `page`, `agent`, `location`. `derived`: its browser reports no session. */
  readonly evidence?: readonly string[];
  /** The session that the sender of a derived event named; `''` without one. */
  readonly sentSession?: string;
  /** JSON object of its own values of the columns of its session; `''` if they are equal. */
  readonly own?: string;
}

/** Stored sessions, and those that the documented rules derive from the same events. */
export interface ComparedSessions {
  /** One row per event: the number of the first event of its session, and the columns of the session. */
  readonly expected: readonly SessionRow[];
  readonly actual: readonly SessionRow[];
  /** The number of visits with an event on the day that are not compared, by reason. */
  readonly notCompared: Readonly<Record<Reason, number>>;
}

interface SessionRow {
  readonly firstEvent: number | undefined;
}

/**
 * Why a visit is not compared.
 *
 * - `reported`: all of its events report their session. No other event decides it.
 * - `atEdge`: it may have begun before the read days or end after them. Retention may have removed their events.
 * - `long`: it lasts about a day. Its session keeps the values of earlier events.
 * - `busyVisitor`: its visitor has more events than a person causes. They form one session per UTC day.
 * - `withoutFacts`: the version of analytics exports no facts of events.
 */
type Reason = 'reported' | 'atEdge' | 'long' | 'busyVisitor' | 'withoutFacts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A visit ends after this time without an event. */
const SILENCE_MS = 30 * MINUTE_MS;
/** The shortest days have 23 hours. */
const MARGIN_MS = 23 * HOUR_MS - SILENCE_MS;
const LONG_MS = 24 * HOUR_MS - SILENCE_MS;

/** The columns that the events of a session share, by the fact that decides them. */
const COLUMNS = {
  landing: [
    ...['channel', 'source', 'referrer', 'landing'],
    ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'],
  ],
  agent: ['device', 'browser', 'os'],
  location: ['country', 'region'],
} as const;

/** The facts that decide columns, best first. `reported`: the event reports its session. */
const DECIDING_FACTS: Readonly<Record<keyof typeof COLUMNS, readonly (readonly string[])[]>> = {
  landing: [['reported'], ['landing'], ['page']],
  agent: [['reported', 'agent']],
  location: [['reported', 'location']],
};

/**
 * Derives the sessions of the day's visits from the facts of their events.
 *
 * @param events of the day and of the days next to it, in any order
 * @param isBusy whether a visitor has more events than a person causes
 */
export function compareSessions(
  day: StoredDay,
  events: readonly SessionEvent[],
  isBusy: (visitorId: string) => boolean,
): ComparedSessions {
  // Without the day before, retention may have removed earlier events.
  const isFirstDay = events.every(({ time }) => Date.parse(time) >= day.startMs);
  const from = isFirstDay ? day.startMs + SILENCE_MS : day.startMs - MARGIN_MS;
  const to = day.endMs + MARGIN_MS;
  const notCompared = { reported: 0, atEdge: 0, long: 0, busyVisitor: 0, withoutFacts: 0 };
  const compared: Derived[] = [];
  for (const visit of visitsOf(events)) {
    if (!visit.some((event) => day.hourOf(event) !== '')) continue;
    const reason = reasonOf(visit, { from, to, isBusy });
    if (reason) notCompared[reason] += 1;
    else compared.push(...derive(visit));
  }
  const first = { expected: new Map<string, number>(), actual: new Map<string, number>() };
  for (const [index, { event, session }] of compared.entries()) {
    if (!first.expected.has(session)) first.expected.set(session, index);
    if (!first.actual.has(event.sessionId)) first.actual.set(event.sessionId, index);
  }
  return {
    notCompared,
    expected: compared.map(({ session, columns }) => ({
      firstEvent: first.expected.get(session),
      ...columns,
    })),
    actual: compared.map(({ event }) => ({ ...event, firstEvent: first.actual.get(event.sessionId) })),
  };
}

type Visit = readonly [SessionEvent, ...SessionEvent[]];

/** The events of each visitor by time, cut at each silence of over 30 minutes. */
function visitsOf(events: readonly SessionEvent[]): Visit[] {
  const visits: [SessionEvent, ...SessionEvent[]][] = [];
  for (const own of groupBy(events, ({ visitorId }) => visitorId).values()) {
    own.sort((a, b) => compareBytes(a.time, b.time) || compareBytes(a.eventId, b.eventId));
    let end = -Infinity;
    for (const event of own) {
      if (timeOf(event) - end > SILENCE_MS) visits.push([event]);
      else visits.at(-1)?.push(event);
      end = timeOf(event);
    }
  }
  return visits;
}

const timeOf = ({ time }: SessionEvent): number => Date.parse(time);

function reasonOf(
  visit: Visit,
  { from, to, isBusy }: { from: number; to: number; isBusy: (visitorId: string) => boolean },
): Reason | undefined {
  const [first] = visit;
  const [begin, end] = [timeOf(first), timeOf(visit.at(-1) ?? first)];
  if (visit.some(({ evidence }) => evidence === undefined)) return 'withoutFacts';
  if (!visit.some(isDerived)) return 'reported';
  if (isBusy(first.visitorId)) return 'busyVisitor';
  if (end - begin >= LONG_MS) return 'long';
  return begin < from || end > to ? 'atEdge' : undefined;
}

/** An event in its session. */
interface Derived {
  readonly event: SessionEvent;
  /** The same text for all events of a session. */
  readonly session: string;
  readonly columns: Readonly<Record<string, unknown>>;
}

/** The sessions of a visit: one for each name that its events have. */
function derive(visit: Visit): Derived[] {
  const names = sessionNames(visit);
  const named = visit.map((event, index) => ({ event, name: names[index] ?? '' }));
  return [...groupBy(named, ({ name }) => name)].flatMap(([name, rows]) => {
    const events = rows.map(({ event }) => event);
    const isReported = !events.every(isDerived);
    const columns = {
      ...columnsBy('landing', events),
      ...columnsBy('agent', events),
      ...columnsBy('location', events),
      // The stored session of events that report it.
      ...(isReported ? { sessionId: name } : {}),
    };
    const [{ visitorId, time, eventId }] = visit;
    const session = isReported ? name : `${visitorId} ${time} ${eventId} ${name}`;
    return events.map((event) => ({ event, session, columns }));
  });
}

/** For each event the name of its session: its own, otherwise that of the nearest event with one; `''` without any. */
function sessionNames(visit: Visit): string[] {
  const names = visit.map((event) => (isDerived(event) ? event.sentSession : event.sessionId) ?? '');
  const before = lastNamed(names);
  const after = lastNamed(names.toReversed())
    .map((index) => (index === undefined ? undefined : names.length - 1 - index))
    .toReversed();
  return visit.map((event, index) => {
    const distanceTo = (other: number | undefined): number => {
      const found = other === undefined ? undefined : visit[other];
      return found ? Math.abs(timeOf(found) - timeOf(event)) : Infinity;
    };
    const [earlier, later] = [before[index], after[index]];
    // Of two at the same distance, the earlier.
    const nearest = distanceTo(later) < distanceTo(earlier) ? later : earlier;
    return nearest === undefined ? '' : (names[nearest] ?? '');
  });
}

/** For each position the last one up to it that has a name. */
function lastNamed(names: readonly string[]): (number | undefined)[] {
  let last: number | undefined;
  return names.map((name, index) => (last = name === '' ? last : index));
}

const isDerived = ({ evidence = [] }: SessionEvent): boolean => evidence.includes('derived');

/** Columns of a session: those of its earliest event with the best fact. Without one they are unknown. */
function columnsBy(kind: keyof typeof COLUMNS, events: readonly SessionEvent[]): Record<string, unknown> {
  const factsOf = (event: SessionEvent): readonly string[] =>
    isDerived(event) ? (event.evidence ?? []) : ['reported'];
  const deciding = DECIDING_FACTS[kind]
    .map((facts) => events.find((event) => factsOf(event).some((fact) => facts.includes(fact))))
    .find(Boolean);
  const own = deciding && (deciding.own ? (JSON.parse(deciding.own) as Record<string, unknown>) : deciding);
  return Object.fromEntries(COLUMNS[kind].map((column) => [column, own?.[column] ?? '']));
}
