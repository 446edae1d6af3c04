import { createHash } from 'node:crypto';
import type { CallOptions, Client } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { QUERY_LIMITS } from '@headwater/protos/limits';
import { dateAfter, type Visit } from './evaluate/expected-retention';
import type { SessionEvent } from './evaluate/expected-sessions';

type Analytics = Pick<Client<AnalyticsDefinition>, 'ExportEvents' | 'ListEvents'>;

/** A day of a site, and the max events of it and the days next to it. */
export interface Days {
  readonly siteId: number;
  readonly timezone: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly maxEvents: number;
}

/** The events that are evaluated. */
export interface ReadDays {
  /** Of the day and of the days next to it. */
  readonly events: readonly SessionEvent[];
  /** Of the longest window that ends with the day; undefined for more than `maxEvents`. */
  readonly history: readonly Visit[] | undefined;
  /** Of the content of all events. */
  readonly digest: string;
}

interface ReadOptions {
  readonly visitorKey: Buffer;
  readonly call: CallOptions;
}

/** Exports the events; undefined if there are more than `maxEvents` of the day and the days next to it. */
export async function readDays(
  analytics: Analytics,
  days: Days,
  options: ReadOptions,
): Promise<ReadDays | undefined> {
  const { siteId, timezone, date, maxEvents } = days;
  const near = await readEvents<SessionEvent>(analytics, days, {
    ...options,
    ...{ from: dateAfter(date, -1), to: dateAfter(date, 1), sessionFacts: true },
    keep: (event) => event,
  });
  if (!near) return undefined;
  const window = { from: dateAfter(date, 1 - QUERY_LIMITS.maxDays), to: date };
  const question = { siteId, timezone, ...window, limit: QUERY_LIMITS.maxRows, filters: [] };
  const { events } = await analytics.ListEvents({ question }, options.call);
  const isBusy = events.reduce((sum, event) => sum + event.events, 0) > maxEvents;
  // Without their other fields: the window contains up to as many events as the days, which may have 30 properties each.
  const all = isBusy
    ? undefined
    : await readEvents<Visit>(analytics, days, {
        ...options,
        ...window,
        ...{ sessionFacts: false, keep: visitsOf() },
      });
  return { events: near.events, history: all?.events, digest: `${near.digest} ${all?.digest}` };
}

/** Returns the visits of events. They share one text per visitor. */
function visitsOf(): (event: SessionEvent) => Visit {
  const ids = new Map<string, string>();
  return ({ time, visitorId }) => {
    const id = ids.get(visitorId) ?? visitorId;
    ids.set(id, id);
    return { time, visitorId: id };
  };
}

interface Reading<T> {
  readonly from: string;
  readonly to: string;
  /** Whether the events contain their facts. */
  readonly sessionFacts: boolean;
  readonly keep: (event: SessionEvent) => T;
}

/** The exported events of some days, and a digest of their content; undefined for more than `maxEvents`. */
async function readEvents<T>(
  { ExportEvents }: Analytics,
  { siteId, timezone, maxEvents }: Days,
  { from, to, sessionFacts, keep, visitorKey, call }: ReadOptions & Reading<T>,
): Promise<{ events: T[]; digest: string } | undefined> {
  const question = { siteId, timezone, from, to, filters: [] };
  const hash = createHash('sha256');
  const events: T[] = [];
  let rest = '';
  const decoder = new TextDecoder();
  for await (const { data } of ExportEvents(
    { question, type: 'events', format: 'ndjson', visitorKey, sessionFacts },
    call,
  )) {
    hash.update(data);
    const lines = (rest + decoder.decode(data, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) events.push(keep(JSON.parse(line) as SessionEvent));
    if (events.length > maxEvents) return undefined;
  }
  return { events, digest: hash.digest('hex') };
}
