import { randomBytes } from 'node:crypto';
import { AppError } from '@headwater/kit/errors';
import type { CallOptions, Client } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { QUERY_LIMITS } from '@headwater/protos/limits';
import { RETENTION_GRAINS, VISIT_DIMENSIONS } from '@headwater/protos/vocabulary';
import { expectedEvent, expectedEventList, expectedStats } from './evaluate/expected-events';
import { expectedFunnel, expectedGoal, type Step } from './evaluate/expected-goals';
import { dateAfter, expectedRetention, mondayOf } from './evaluate/expected-retention';
import { compareSessions, type ComparedSessions } from './evaluate/expected-sessions';
import { countBy, groupBy, storedDay, type StoredDay, type StoredEvent } from './evaluate/stored-day';
import { readDays, type Days, type ReadDays } from './read-days';

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
export interface AuditedDay extends Days {
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

/** The result of an audit. */
export interface DayResult extends Pick<ComparedSessions, 'notCompared'> {
  readonly differences: readonly QueryDifference[];
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
/** Events of a visitor around a batch from which the collector derives no sessions. */
const MAX_VISITOR_EVENTS = 5_000;
/** Without the events of earlier months: the share of three days in those of a month, which a batch may contain. */
const MAX_VISITOR_EVENTS_OF_DAYS = 160;

/**
 * Compares the answers of the API about a day with an evaluation of its exported events.
 *
 * @returns undefined when the day's events changed during each attempt, or it and the days next to it have more than `maxEvents`
 * events.
 */
export async function auditDay(
  analytics: Analytics,
  audited: AuditedDay,
  call: CallOptions,
): Promise<DayResult | undefined> {
  const visitorKey = randomBytes(32);
  const read = () => readDays(analytics, audited, { visitorKey, call });
  let before = await read();
  if (!before) return undefined;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const day = storedDay(audited.date, audited.timezone, before.events);
    const differences: QueryDifference[] = [];
    const sessions = sessionsOf(day, before);
    const { history } = before;
    for (const { query, expected, answer } of comparisons(analytics, audited, {
      ...{ day, history, sessions, visitorKey, call },
    })) {
      const found = findDifferences(expected, await answer());
      differences.push(...found.map((difference) => ({ query, ...difference })));
    }
    const { notCompared } = sessions;
    if (differences.length === 0) return { differences, notCompared };
    const after = await read();
    if (!after) return undefined;
    if (after.digest === before.digest) return { differences, notCompared };
    before = after;
  }
  return undefined;
}

function sessionsOf(day: StoredDay, { events, history }: ReadDays): ComparedSessions {
  const counts = countBy(history ?? events, ({ visitorId }) => visitorId);
  const max = history ? MAX_VISITOR_EVENTS : MAX_VISITOR_EVENTS_OF_DAYS;
  return compareSessions(day, events, (visitorId) => (counts.get(visitorId) ?? 0) > max);
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
    sessions,
    visitorKey,
    call,
  }: {
    day: StoredDay;
    history: ReadDays['history'];
    sessions: ComparedSessions;
    visitorKey: Buffer;
    call: CallOptions;
  },
): Generator<Comparison> {
  const { expected, actual } = sessions;
  yield {
    query: 'stored sessions',
    expected: { events: expected },
    answer: () => Promise.resolve({ events: actual }),
  };
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
  const days = { timezone, from: dateAfter(mondayOf(date), -7 * WEEKS_BEFORE), to: date };
  if (history)
    for (const grain of RETENTION_GRAINS)
      yield {
        query: `QueryRetention by ${grain}`,
        expected: expectedRetention(history, { ...days, grain }),
        answer: () => analytics.QueryRetention({ question: { siteId, ...days, grain, filters: [] } }, call),
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
