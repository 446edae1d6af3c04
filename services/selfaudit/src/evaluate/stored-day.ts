/** One exported event. Unknown values are `''`. */
export interface StoredEvent {
  /** UTC with milliseconds: texts compare as times do. */
  readonly time: string;
  readonly name: string;
  readonly visitorId: string;
  readonly sessionId: string;
  readonly props: Readonly<Record<string, string>>;
  /** Columns by their name. */
  readonly [column: string]: unknown;
}

/** The events of one calendar day of a site, grouped for evaluation. */
export interface StoredDay {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly timezone: string;
  /** Unix ms, half-open. */
  readonly startMs: number;
  readonly endMs: number;
  /** By time. */
  readonly events: readonly StoredEvent[];
  /** The events of the day, by session. */
  readonly sessions: ReadonlyMap<string, Session>;
  /** The day's hours in order, as the API names them. */
  readonly hours: readonly string[];
  readonly hourOf: (event: StoredEvent) => string;
}

export interface Session {
  readonly events: readonly StoredEvent[];
  readonly entryPage: string;
  readonly exitPage: string;
  /** At most one event, not counting engagement, from an hour before the day to an hour after it. */
  readonly bounced: boolean;
  readonly durationMs: number;
}

const QUARTER_MS = 15 * 60_000;
const HOUR_MS = 4 * QUARTER_MS;
/** A visit that goes on within an hour of the day's edge is no bounce. */
const BOUNCE_MARGIN_QUARTERS = 4;

/** Groups the events of a day. @param events in any order, with those of the days before and after */
export function storedDay(date: string, timezone: string, events: readonly StoredEvent[]): StoredDay {
  const hourByQuarter = hoursOf(date, timezone);
  const quarterOf = ({ time }: StoredEvent): number => Math.floor(Date.parse(time) / QUARTER_MS);
  const ofDay = events
    .filter((event) => hourByQuarter.has(quarterOf(event)))
    .sort((a, b) => compareBytes(a.time, b.time) || compareBytes(pathOf(a), pathOf(b)));
  const quarters = [...hourByQuarter.keys()];
  const [first, last] = [quarters[0] ?? Infinity, quarters.at(-1) ?? -Infinity];
  const near = events.filter(
    (event) =>
      first - BOUNCE_MARGIN_QUARTERS <= quarterOf(event) && quarterOf(event) <= last + BOUNCE_MARGIN_QUARTERS,
  );
  const visits = groupBy(
    near.filter(({ name }) => name !== 'engagement'),
    ({ sessionId }) => sessionId,
  );
  const sessions = new Map(
    [...groupBy(ofDay, ({ sessionId }) => sessionId)].map(([id, own]) => [
      id,
      { ...sessionOf(own), bounced: (visits.get(id)?.length ?? 0) <= 1 },
    ]),
  );
  return {
    date,
    timezone,
    startMs: first * QUARTER_MS,
    endMs: (last + 1) * QUARTER_MS,
    events: ofDay,
    sessions,
    hours: [...new Set(hourByQuarter.values())],
    hourOf: (event) => hourByQuarter.get(quarterOf(event)) ?? '',
  };
}

/** @param events by time, then by path */
function sessionOf(events: readonly StoredEvent[]): Omit<Session, 'bounced'> {
  const pages = events.filter(({ name }) => name === 'pageview').map(pathOf);
  const times = events.map(({ time }) => Date.parse(time));
  return {
    events,
    entryPage: pages[0] ?? '',
    exitPage: pages.at(-1) ?? '',
    durationMs: (times.at(-1) ?? 0) - (times[0] ?? 0),
  };
}

const pathOf = ({ pathname }: StoredEvent): string => String(pathname);

/**
 * The hour of each quarter of an hour of the day, from the clock of the zone: every full hour and every clock change is at a
 * quarter of an hour of UTC. A change of the clock begins another hour.
 */
function hoursOf(date: string, timezone: string): ReadonlyMap<number, string> {
  const clock = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', timeZoneName: 'longOffset' },
  });
  const hours = new Map<number, string>();
  const noon = Date.parse(`${date}T12:00:00Z`);
  let hour = '';
  let offset = '';
  for (let at = noon - 27 * HOUR_MS; at < noon + 27 * HOUR_MS; at += QUARTER_MS) {
    const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]));
    const { year = '', month = '', day = '', minute = '', timeZoneName = '' } = parts;
    if (`${year.padStart(4, '0')}-${month}-${day}` !== date) continue;
    if (hour === '' || minute === '00' || timeZoneName !== offset) {
      offset = timeZoneName;
      hour = `${date}T${parts['hour']}:${minute}:00${offset.replace('GMT', '') || '+00:00'}`;
    }
    hours.set(at / QUARTER_MS, hour);
  }
  return hours;
}

/** Groups in the order of the first element of each group. */
export function groupBy<T>(all: readonly T[], keyOf: (each: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const each of all) {
    const key = keyOf(each);
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return groups;
}

/** The number of elements by key. */
export function countBy<T>(all: readonly T[], keyOf: (each: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const each of all) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
  return counts;
}

/** Compares texts by their UTF-8 bytes, as ClickHouse does. */
export function compareBytes(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Percentage with two decimals, half up, in integers. */
export function percentage(part: number, whole: number): number {
  return Math.floor((part * 20_000 + whole) / (whole * 2)) / 100;
}

export const countVisitors = (events: readonly StoredEvent[]): number =>
  new Set(events.map(({ visitorId }) => visitorId)).size;

/** An event's value of a column, of its session's first or last page, or of `props.<key>`. */
export function valueOf(day: StoredDay, event: StoredEvent, key: string): string {
  if (key === 'entry_page') return day.sessions.get(event.sessionId)?.entryPage ?? '';
  if (key === 'exit_page') return day.sessions.get(event.sessionId)?.exitPage ?? '';
  if (!key.startsWith('props.')) return String(event[key]);
  const property = key.slice('props.'.length);
  return Object.hasOwn(event.props, property) ? (event.props[property] ?? '') : '';
}

/** The events by their value of a dimension. The API lists unknown columns as `(none)`, and no unknown properties. */
export function byDimension(
  day: StoredDay,
  events: readonly StoredEvent[],
  dimension: string,
): Map<string, StoredEvent[]> {
  const groups = groupBy(events, (event) => valueOf(day, event, dimension) || '(none)');
  if (dimension.startsWith('props.')) groups.delete('(none)');
  return groups;
}
