import { columnNames, EVIDENCE, unknownColumns, type ColumnsOf } from '@headwater/eventstore/event-columns';
import type { SentTo } from './draft-event';
import { derivedSessionKey, isNamed } from './session-evidence';
import { DAY_MS } from './timestamps';

/** A session ends after 30 minutes without an event of its visitor. */
export const SESSION_IDLE_MS = 30 * 60 * 1_000;

/** Time before and after new events that is read: a session that lasts longer keeps the values of its earlier events. */
export const READ_MARGIN_MS = DAY_MS;

/** The time whose events were read, Unix ms: `READ_MARGIN_MS` before the first new event to the same after the last one. */
export interface ReadTime {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The columns that all events of a session share. */
export type SessionColumns = ColumnsOf<'acquisition' | 'location' | 'agent'>;

const GROUPS = {
  acquisition: columnNames('acquisition'),
  agent: columnNames('agent'),
  location: columnNames('location'),
} as const;

/** Names of the columns of `SessionColumns`. */
export const SESSION_COLUMNS: readonly (keyof SessionColumns)[] = Object.values(GROUPS).flat();

/** An event of a visitor on a site, as it is stored or about to be stored. */
export interface SessionEvent {
  readonly id: string;
  readonly visitorKey: string;
  /** Unix ms. */
  readonly ts: number;
  readonly sessionKey: string;
  /** `0` without a name. */
  readonly sentSession: string;
  /** Flags of `EVIDENCE`. */
  readonly evidence: number;
  /** As stored: those of its session. */
  readonly columns: SessionColumns;
  /** As the event itself has them. Unlike its session, they never change. */
  readonly own: SessionColumns;
}

/** The session of an event. */
export type DerivedSession = Pick<SessionEvent, 'sessionKey' | 'columns'>;

/**
 * Derives the sessions of one visitor on one site from the set of its events; the order of the list has no effect.
 *
 * The events are cut at each silence of over 30 minutes. Within such a run, events with a session id belong to the session of
 * that id, and each other event to the session of the nearest event with one; without any, the run is one session. All events of
 * a session share its columns: those of its landing page, of its first user agent and of its first location.
 *
 * A run in which browsers report all sessions stays as they reported it. A run of which only a part was read stays as it is
 * stored. If it has a new event, it lasts about a day: its sessions then keep the values of their first event.
 *
 * @returns the sessions, in the order of the events.
 */
export function deriveSessions(
  site: Pick<SentTo, 'workspaceId' | 'siteId'>,
  events: readonly SessionEvent[],
  { fromMs, toMs }: ReadTime,
): readonly DerivedSession[] {
  const derived = new Map<SessionEvent, DerivedSession>();
  for (const run of runsOf(events.toSorted(byTime))) {
    if (!run.some(isDerived) || isPartOfStored(run, { fromMs, toMs })) continue;
    for (const session of sessionsOf(run)) {
      const [first] = session.events;
      const isCut = first.ts - fromMs <= SESSION_IDLE_MS;
      const found = isCut ? first : sessionOf(site, session);
      for (const event of session.events) derived.set(event, found);
    }
  }
  return events.map((event) => derived.get(event) ?? event);
}

/** Whether the session of an event is derived. Browsers report theirs. */
const isDerived = ({ evidence }: SessionEvent): boolean => has(evidence, 'derived');

/** Whether a run may continue before or after the time that was read, and has no new event. */
function isPartOfStored(run: readonly SessionEvent[], { fromMs, toMs }: ReadTime): boolean {
  const [begin, end] = [run[0]?.ts ?? 0, run.at(-1)?.ts ?? 0];
  if (begin - fromMs <= SESSION_IDLE_MS) return end < fromMs + READ_MARGIN_MS;
  return toMs - end <= SESSION_IDLE_MS && begin > toMs - READ_MARGIN_MS;
}

/** By time; events of the same millisecond by id. */
function byTime(a: SessionEvent, b: SessionEvent): number {
  return a.ts - b.ts || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** Cuts sorted events at each silence. */
function runsOf(sorted: readonly SessionEvent[]): SessionEvent[][] {
  const runs: SessionEvent[][] = [];
  let last = -Infinity;
  for (const event of sorted) {
    const run = runs.at(-1);
    if (run && event.ts - last <= SESSION_IDLE_MS) run.push(event);
    else runs.push([event]);
    last = event.ts;
  }
  return runs;
}

interface Session {
  /** The session id that the sender gave; `''` for a session without one. */
  readonly name: string;
  /** Sorted. */
  readonly events: readonly [SessionEvent, ...SessionEvent[]];
}

function sessionsOf(run: readonly SessionEvent[]): Session[] {
  const names = run.map(nameOf);
  const sessions = new Map<string, [SessionEvent, ...SessionEvent[]]>();
  for (const [index, event] of run.entries()) {
    const name = names[index] ?? nearestName(run, names, index);
    const events = sessions.get(name);
    if (events) events.push(event);
    else sessions.set(name, [event]);
  }
  return [...sessions].map(([name, events]) => ({ name, events }));
}

/** The session id of an event; undefined without one. A browser event that reports its session is stored with that session. */
function nameOf({ evidence, sentSession, sessionKey }: SessionEvent): string | undefined {
  if (!has(evidence, 'derived')) return sessionKey;
  return isNamed(sentSession) ? sentSession : undefined;
}

/** The name of the nearest event with one, of two at the same distance the earlier; `''` if the run has none. */
function nearestName(
  run: readonly SessionEvent[],
  names: readonly (string | undefined)[],
  index: number,
): string {
  const before = names.findLastIndex((name, at) => at < index && name !== undefined);
  const after = names.findIndex((name, at) => at > index && name !== undefined);
  const distance = (at: number): number =>
    at < 0 ? Infinity : Math.abs((run[at]?.ts ?? 0) - (run[index]?.ts ?? 0));
  return names[distance(after) < distance(before) ? after : before] ?? '';
}

function sessionOf(site: Pick<SentTo, 'workspaceId' | 'siteId'>, { name, events }: Session): DerivedSession {
  const [first] = events;
  const named = events.find((event) => nameOf(event) === name) ?? first;
  const isReported = events.some(({ evidence }) => !has(evidence, 'derived'));
  const columns = {
    ...columnsFrom(firstBy(events, landingRank), 'acquisition'),
    ...columnsFrom(
      firstBy(events, (event) => ownRank(event, 'agent')),
      'agent',
    ),
    ...columnsFrom(
      firstBy(events, (event) => ownRank(event, 'location')),
      'location',
    ),
  } as SessionColumns;
  return { sessionKey: isReported ? name : derivedSessionKey(site, named), columns };
}

/** The earliest of the events with the lowest rank; undefined if none has a rank. */
function firstBy(
  events: readonly SessionEvent[],
  rankOf: (event: SessionEvent) => number,
): SessionEvent | undefined {
  const best = Math.min(...events.map(rankOf));
  return best === Infinity ? undefined : events.find((event) => rankOf(event) === best);
}

/** A landing page that the browser reports decides, then a landing page, then any other page. */
function landingRank({ evidence }: SessionEvent): number {
  if (!has(evidence, 'derived')) return 0;
  if (has(evidence, 'landing')) return 1;
  return has(evidence, 'page') ? 2 : Infinity;
}

function ownRank({ evidence }: SessionEvent, fact: 'agent' | 'location'): number {
  return !has(evidence, 'derived') || has(evidence, fact) ? 0 : Infinity;
}

function has(evidence: number, flag: keyof typeof EVIDENCE): boolean {
  return (evidence & EVIDENCE[flag]) !== 0;
}

function columnsFrom(event: SessionEvent | undefined, group: keyof typeof GROUPS): Partial<SessionColumns> {
  if (!event) return unknownColumns(group);
  return Object.fromEntries(GROUPS[group].map((name) => [name, event.own[name]]));
}
