import type { EventRow } from '@headwater/eventstore/event-columns';
import { passes, windowOf } from './naive-events';
import { eventsWithPages, visitEvents } from './naive-stats';
import { naiveBuckets } from './naive-buckets';
import type { OracleContext, OracleQuery } from './oracle-query';

type Line = Readonly<Record<string, unknown>>;

const timeOf = (line: Line | undefined): string => line?.['time'] as string;

/** The lines of a file in a canonical order, visitors and sessions numbered by their first appearance. */
function comparable(lines: readonly Line[]): object {
  const text = (line: Line): string => `${timeOf(line)} ${line['eventId'] as string}`;
  const names = new Map<unknown, string>();
  const named = (kind: string, id: unknown): string => {
    const name = names.get(id) ?? `${kind} ${names.size}`;
    names.set(id, name);
    return name;
  };
  const sorted = [...lines].sort((a, b) => (text(a) < text(b) ? -1 : 1));
  return {
    inOrder: lines.every((line, index) => index === 0 || timeOf(lines[index - 1]) <= timeOf(line)),
    lines: sorted.map((line) => ({
      ...line,
      visitorId: named('visitor', line['visitorId']),
      sessionId: named('session', line['sessionId']),
    })),
  };
}

/** An NDJSON file in a form that can be compared. */
export function exported(file: string): object {
  const lines = file.split('\n').filter((line) => line !== '');
  return comparable(lines.map((line) => JSON.parse(line) as Line));
}

/** The expected response of ExportEvents. */
export function naiveExport(
  events: readonly EventRow[],
  question: OracleQuery & { readonly type: string },
  { workspaceId, nowMs }: OracleContext,
): object {
  const found = eventsWithPages(events, question, { workspaceId, window: windowOf(question, nowMs) })
    .filter((event) => passes(event, question.filters))
    .filter(({ name }) => question.type === 'events' || name === 'pageview')
    .sort((a, b) => (a.ts < b.ts ? -1 : 1));
  return comparable(
    found.map((event) => ({
      time: event.ts,
      name: event.name,
      visitorId: event.visitor_id,
      sessionId: event.session_id,
      pathname: event.pathname,
      hostname: event.hostname,
      channel: event.channel,
      source: event.source,
      referrer: event.referrer,
      landing: event.landing,
      utm_source: event.utm_source,
      utm_medium: event.utm_medium,
      utm_campaign: event.utm_campaign,
      utm_term: event.utm_term,
      utm_content: event.utm_content,
      country: event.country,
      region: event.region,
      device: event.device,
      browser: event.browser,
      os: event.os,
      eventId: event.event_id,
      props: event.props,
    })),
  );
}

/** Events and properties in a canonical order: the order of events of one moment is undefined. */
export function orderless<E extends { readonly timeMs?: unknown; readonly props: object }>(
  events: readonly E[],
): E[] {
  const text = ({ timeMs, props, ...event }: E): string =>
    `${String(timeMs).padStart(20, '0')} ${JSON.stringify([event, Object.entries(props).sort()])}`;
  return [...events].sort((a, b) => (text(a) < text(b) ? -1 : 1));
}

/** The expected response of GetVisitor without the channel, which depends on other sites; undefined: not found. */
export function naiveVisitor(
  events: readonly EventRow[],
  question: OracleQuery & { readonly visitorId: string },
  { workspaceId, nowMs }: OracleContext,
): object | undefined {
  const window = windowOf({ range: '730d', ...question }, nowMs);
  const { keyOf } = naiveBuckets(window.from, window.to, question.timezone, 'day');
  const found = visitEvents(events, question, {
    workspaceId,
    covers: (at) => keyOf(at) !== undefined,
  }).filter(({ visitor_id }) => visitor_id === question.visitorId);
  if (found.length === 0) return undefined;
  const times = found.map(({ ts }) => Date.parse(ts));
  const ids = [...new Set(found.map(({ session_id }) => session_id))];
  const sessions = ids.map((id) => {
    const own = found.filter(({ session_id }) => session_id === id);
    const known = own.filter(({ channel }) => channel !== '');
    const first = (column: 'channel' | 'source' | 'landing' | 'device' | 'country' | 'region'): string => {
      const values = known.map((event) => ({ ts: event.ts, value: event[column] }));
      values.sort((a, b) => (a.ts === b.ts ? (a.value < b.value ? -1 : 1) : a.ts < b.ts ? -1 : 1));
      return values[0]?.value ?? '';
    };
    return {
      id: BigInt(id),
      session: {
        startedAtMs: Math.min(...own.map(({ ts }) => Date.parse(ts))),
        channel: first('channel'),
        source: first('source'),
        landing: first('landing'),
        device: first('device'),
        country: first('country'),
        region: first('region'),
        events: orderless(
          own.map(({ ts, name, pathname, props }) => ({ timeMs: Date.parse(ts), name, pathname, props })),
        ),
      },
    };
  });
  sessions.sort((a, b) => a.session.startedAtMs - b.session.startedAtMs || (a.id < b.id ? -1 : 1));
  return {
    firstSeenAtMs: Math.min(...times),
    lastSeenAtMs: Math.max(...times),
    sessions: sessions.map(({ session }) => session),
    olderEvents: 0,
  };
}
