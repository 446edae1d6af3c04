import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '@headwater/kit/errors';
import type { CallOptions, Client } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { QUERY_LIMITS } from '@headwater/protos/limits';
import { VISIT_DIMENSIONS } from '@headwater/protos/vocabulary';
import { expectedEvent, expectedEventList, expectedStats } from './evaluate/expected-events';
import { expectedFunnel, expectedGoal, type Step } from './evaluate/expected-goals';
import { dateAfter, expectedRetention, mondayOf, type Visit } from './evaluate/expected-retention';
import { groupBy, storedDay, type StoredDay, type StoredEvent } from './evaluate/stored-day';

export type Analytics = Pick<
  Client<AnalyticsDefinition>,
  | 'ExportEvents'
  | 'GetVisitor'
  | 'ListEvents'
  | 'QueryEvent'
  | 'QueryFunnel'
  | 'QueryGoal'
  | 'QueryRetention'
  | 'QueryStats'
>;

/** A day of a site, and the definitions whose numbers are compared. */
export interface AuditedDay {
  readonly siteId: number;
  readonly timezone: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** Of the day and the days next to it. */
  readonly maxEvents: number;
  readonly goals: readonly Step[];
  readonly funnels: readonly { readonly steps: readonly Step[]; readonly windowHours: number }[];
}

/** A number or text of an answer that differs from the expected one. */
interface Difference {
  /** The field, such as `breakdown[3].visitors`. */
  readonly path: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** A difference, and the query that returned it. */
export interface QueryDifference extends Difference {
  readonly query: string;
}

/** The max rows of a breakdown. */
const LIMIT = 500;
const MAX_EVENT_NAMES = 10;
const MAX_PROPERTIES = 5;
const MAX_VISITORS = 10;
/** Events that arrive during the audit change its day: it is repeated. */
const MAX_ATTEMPTS = 3;
/** Weeks before that of the audited day whose cohorts are compared. */
const WEEKS_BEFORE = 3;

/**
 * Compares the answers of the API about a day with an evaluation of its exported events.
 *
 * @returns the differences; undefined when the day's events changed during each attempt, or it and the days next to it have more than
 * `maxEvents` events.
 */
export async function auditDay(
  analytics: Analytics,
  audited: AuditedDay,
  call: CallOptions,
): Promise<QueryDifference[] | undefined> {
  const visitorKey = randomBytes(32);
  const read = () => readBoth(analytics, audited, { visitorKey, call });
  let before = await read();
  if (!before) return undefined;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const day = storedDay(audited.date, audited.timezone, before.events);
    const differences: QueryDifference[] = [];
    const { history } = before;
    for (const { query, expected, answer } of comparisons(analytics, audited, {
      day,
      history,
      visitorKey,
      call,
    })) {
      const found = findDifferences(expected, await answer());
      differences.push(...found.map((difference) => ({ query, ...difference })));
    }
    if (differences.length === 0) return [];
    const after = await read();
    if (!after) return undefined;
    if (after.digest === before.digest) return differences;
    before = after;
  }
  return undefined;
}

interface Comparison {
  /** For the log: method and dimension, without texts of customers. */
  readonly query: string;
  readonly expected: object;
  readonly answer: () => Promise<unknown>;
}

/** Every query that is compared, in the order of its execution. */
function* comparisons(
  analytics: Analytics,
  { siteId, timezone, date, goals, funnels }: AuditedDay,
  {
    day,
    history,
    visitorKey,
    call,
  }: { day: StoredDay; history: Visit[] | undefined; visitorKey: Buffer; call: CallOptions },
): Generator<Comparison> {
  const window = { siteId, timezone, from: date, to: date, filters: [] };
  const parametersOf = (dimension: string | undefined) => ({
    ...{ ...window, grain: 'hour', limit: LIMIT },
    ...(dimension === undefined ? {} : { dimension }),
  });
  const list = expectedEventList(day, LIMIT);
  yield {
    query: 'ListEvents',
    expected: list,
    answer: () => analytics.ListEvents({ question: { ...window, limit: LIMIT } }, call),
  };
  const properties = list.events.flatMap((event) => event.properties.slice(0, MAX_PROPERTIES));
  for (const dimension of [undefined, ...VISIT_DIMENSIONS, ...propertyDimensions(properties)])
    yield {
      query: `QueryStats by ${dimension ?? 'nothing'}`,
      expected: expectedStats(day, dimension, LIMIT),
      answer: () => analytics.QueryStats({ question: parametersOf(dimension) }, call),
    };
  for (const [index, event] of list.events.slice(0, MAX_EVENT_NAMES).entries())
    for (const dimension of [undefined, 'channel', ...propertyDimensions(event.properties)])
      yield {
        query: `QueryEvent of name ${index + 1} by ${dimension ?? 'nothing'}`,
        expected: expectedEvent(day, { name: event.name, dimension }, LIMIT),
        answer: () => analytics.QueryEvent({ name: event.name, ...parametersOf(dimension) }, call),
      };
  for (const [index, goal] of goals.entries())
    for (const dimension of [undefined, 'channel'])
      yield {
        query: `QueryGoal of goal ${index + 1} by ${dimension ?? 'nothing'}`,
        expected: expectedGoal(day, { goal, dimension }, LIMIT),
        answer: () =>
          analytics.QueryGoal({ question: parametersOf(dimension), goal: stepMessage(goal) }, call),
      };
  for (const [index, { steps, windowHours }] of funnels.entries())
    for (const dimension of [undefined, 'channel'])
      yield {
        query: `QueryFunnel of funnel ${index + 1} by ${dimension ?? 'nothing'}`,
        expected: expectedFunnel(day, { steps, windowHours, dimension }, LIMIT),
        answer: () =>
          analytics.QueryFunnel(
            { question: parametersOf(dimension), steps: steps.map(stepMessage), windowHours },
            call,
          ),
      };
  const weeks = { timezone, from: dateAfter(mondayOf(date), -7 * WEEKS_BEFORE), to: date };
  if (history)
    yield {
      query: 'QueryRetention',
      expected: expectedRetention(history, weeks),
      answer: () => analytics.QueryRetention({ question: { siteId, ...weeks, filters: [] } }, call),
    };
  // Of a visitor with more events, the API returns only the newest, and their sessions.
  const visitors = [...groupBy(day.events, ({ visitorId }) => visitorId)].filter(
    ([, own]) => own.length <= QUERY_LIMITS.maxVisitorEvents,
  );
  for (const [visitorId, own] of visitors.slice(0, MAX_VISITORS))
    yield {
      query: 'GetVisitor',
      expected: expectedVisitor(own),
      answer: async () =>
        visitorSummary(
          await analytics
            .GetVisitor(
              { question: { siteId, timezone, from: date, to: date, filters: [] }, visitorId, visitorKey },
              call,
            )
            .catch(undefinedIfUnknown),
        ),
    };
}

const propertyDimensions = (keys: readonly string[]): string[] =>
  [...new Set(keys)].slice(0, MAX_PROPERTIES).map((key) => `props.${key}`);

const stepMessage = ({ filters, ...step }: Step) => ({ ...step, filters: [...filters] });

/** A visitor with a channel has a first touch: without it, the channel of a customer would be lost. */
const expectedVisitor = (events: readonly StoredEvent[]) => ({
  sessions: new Set(events.map(({ sessionId }) => sessionId)).size,
  ...(events.some(({ channel }) => channel !== '') ? { hasChannel: true } : {}),
});

const visitorSummary = (visitor: { sessions: readonly unknown[]; channel?: string } | undefined) => ({
  sessions: visitor?.sessions.length ?? 0,
  hasChannel: visitor?.channel !== undefined,
});

function undefinedIfUnknown(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'visitor_not_found') return undefined;
  throw error;
}

interface ReadOptions {
  readonly visitorKey: Buffer;
  readonly call: CallOptions;
}

/**
 * The exported events of the day and of the days next to it, and a digest of their content; undefined for more than `maxEvents`. With
 * the events of the longest window that ends with the day, unless there are more than `maxEvents`.
 */
async function readBoth(analytics: Analytics, audited: AuditedDay, options: ReadOptions) {
  const { siteId, timezone, date, maxEvents } = audited;
  const near = await readEvents(analytics, audited, {
    ...options,
    ...{ from: dateAfter(date, -1), to: dateAfter(date, 1) },
    keep: (event) => event,
  });
  if (!near) return undefined;
  const window = { from: dateAfter(date, 1 - QUERY_LIMITS.maxDays), to: date };
  const question = { siteId, timezone, ...window, limit: LIMIT, filters: [] };
  const { events } = await analytics.ListEvents({ question }, options.call);
  const isBusy = events.reduce((sum, event) => sum + event.events, 0) > maxEvents;
  // Without their other fields: the window contains up to as many events as the days, which may have 30 properties each.
  const all = isBusy
    ? undefined
    : await readEvents<Visit>(analytics, audited, { ...options, ...window, keep: visitsOf() });
  return { events: near.events, history: all?.events, digest: `${near.digest} ${all?.digest}` };
}

/** Returns the visits of events. They share one text per visitor. */
function visitsOf(): (event: StoredEvent) => Visit {
  const ids = new Map<string, string>();
  return ({ time, visitorId }) => {
    const id = ids.get(visitorId) ?? visitorId;
    ids.set(id, id);
    return { time, visitorId: id };
  };
}

/** The exported events of some days, and a digest of their content; undefined for more than `maxEvents`. */
async function readEvents<T>(
  { ExportEvents }: Analytics,
  { siteId, timezone, maxEvents }: AuditedDay,
  {
    from,
    to,
    keep,
    visitorKey,
    call,
  }: ReadOptions & { readonly from: string; readonly to: string; readonly keep: (event: StoredEvent) => T },
): Promise<{ events: T[]; digest: string } | undefined> {
  const question = { siteId, timezone, from, to, filters: [] };
  const hash = createHash('sha256');
  const events: T[] = [];
  let rest = '';
  const decoder = new TextDecoder();
  for await (const { data } of ExportEvents(
    { question, type: 'events', format: 'ndjson', visitorKey },
    call,
  )) {
    hash.update(data);
    const lines = (rest + decoder.decode(data, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) events.push(keep(JSON.parse(line) as StoredEvent));
    if (events.length > maxEvents) return undefined;
  }
  return { events, digest: hash.digest('hex') };
}

/** The fields of an answer that differ from the expected ones. Fields that are not expected are not compared, except in lists. */
function findDifferences(expected: unknown, actual: unknown, path = ''): Difference[] {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const length = Math.max(expected.length, actual.length);
    return Array.from({ length }, (_, n) => n).flatMap((n) =>
      findDifferences(expected[n], actual[n], `${path}[${n}]`),
    );
  }
  if (isRecord(expected) && isRecord(actual))
    return Object.entries(expected).flatMap(([key, value]) =>
      findDifferences(value, actual[key], path === '' ? key : `${path}.${key}`),
    );
  return Object.is(expected, actual) ? [] : [{ path, expected: shown(expected), actual: shown(actual) }];
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Logs contain numbers, not the texts of customers. */
function shown(value: unknown): unknown {
  if (typeof value === 'string') return `text of ${value.length} characters`;
  return typeof value === 'object' && value !== null ? 'row' : value;
}
