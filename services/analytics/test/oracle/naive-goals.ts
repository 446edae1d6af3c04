import type { EventRow } from '@headwater/eventstore/event-columns';
import { naiveBuckets } from './naive-buckets';
import { passes, rate, valueOf, visitors, windowOf } from './naive-events';
import { eventsWithPages } from './naive-stats';
import type { OracleContext, OracleQuery } from './oracle-query';

interface NaiveStep {
  readonly name: string;
  readonly type: string;
  readonly event: string;
  readonly path: string;
  readonly filters: { key: string; operator: string; value: string }[];
}

const event = (name: string): NaiveStep => ({ name, type: 'event', event: name, path: '', filters: [] });
const page = (path: string): NaiveStep => ({ name: path, type: 'page', event: '', path, filters: [] });
const STEPS: readonly NaiveStep[] = [
  page('/*'),
  event('pageview'),
  page('/pricing'),
  { ...event('signup'), filters: [{ key: 'props.plan', operator: 'starts_with', value: 'p' }] },
  event('click'),
  { ...page('/p*'), filters: [{ key: 'source', operator: 'is_not', value: 'news' }] },
  event("it's"),
  page('/pr*'),
];

/** Two to eight steps, chosen by the query: one event reaches several of them. */
export function stepsOf(question: OracleQuery): NaiveStep[] {
  const dice = diceOf(question);
  const count = 2 + (dice % 7 < 5 ? dice % 3 : dice % 7);
  return Array.from({ length: count }, (_, n) => STEPS[(dice * (n + 1) + n * n) % STEPS.length] ?? page('/'));
}

/** A pseudo-random number derived from a query. */
export function diceOf(question: object): number {
  return Array.from(Buffer.from(JSON.stringify(question))).reduce(
    (sum, byte) => (sum * 31 + byte) % 1_000_003,
    7,
  );
}

function takes(found: EventRow, step: NaiveStep): boolean {
  if (!passes(found, step.filters)) return false;
  if (step.type === 'event') return found.name === step.event;
  const { path } = step;
  if (found.name !== 'pageview') return false;
  return path.endsWith('*') ? found.pathname.startsWith(path.slice(0, -1)) : found.pathname === path;
}

const isProperty = (key: string): boolean => key.startsWith('props.');
const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The expected response of QueryGoal. Shares no code with the service. */
export function naiveGoal(
  events: readonly EventRow[],
  question: OracleQuery & { readonly goal: NaiveStep | null },
  { workspaceId, nowMs }: OracleContext,
): object {
  const { timezone, dimension, goal, filters } = question;
  if (!goal) throw new Error('no goal');
  const window = windowOf(question, nowMs);
  const grain = question.grain ?? 'day';
  const buckets = naiveBuckets(window.from, window.to, timezone, grain);
  const all = eventsWithPages(events, question, { workspaceId, window }).filter((each) =>
    passes(
      each,
      filters.filter(({ key }) => !isProperty(key)),
    ),
  );
  const found = all.filter((each) => passes(each, filters) && takes(each, goal));
  const keyOf = (each: EventRow): string => (dimension && valueOf(each, dimension)) || '(none)';
  const keys = dimension === undefined ? [] : [...new Set(found.map(keyOf))];
  const rows = keys
    .filter((key) => !(isProperty(dimension ?? '') && key === '(none)'))
    .map((key) => {
      const ofKey = found.filter((each) => keyOf(each) === key);
      const row = { key, conversions: ofKey.length, visitors: visitors(ofKey) };
      const base = visitors(all.filter((each) => keyOf(each) === key));
      return isProperty(dimension ?? '') ? row : { ...row, conversionRate: rate(row.visitors, base) };
    })
    .sort((a, b) => b.conversions - a.conversions || byBytes(a.key, b.key));
  return {
    ...window,
    timezone,
    grain,
    conversions: found.length,
    visitors: visitors(found),
    ...(all.length === 0 ? {} : { conversionRate: rate(visitors(found), visitors(all)) }),
    series: buckets.keys.map((bucket) => {
      const inBucket = found.filter((each) => buckets.keyOf(Date.parse(each.ts)) === bucket);
      return { bucket, conversions: inBucket.length, visitors: visitors(inBucket) };
    }),
    ...(dimension === undefined ? {} : { dimension }),
    breakdown: rows.slice(0, question.limit ?? 100),
  };
}

/** The expected response of QueryFunnel: tries every start of every visitor. */
export function naiveFunnel(
  events: readonly EventRow[],
  question: OracleQuery & { readonly steps: readonly NaiveStep[]; readonly windowHours: number },
  { workspaceId, nowMs }: OracleContext,
): object {
  const { timezone, dimension, steps, filters, windowHours } = question;
  const window = windowOf(question, nowMs);
  const found = eventsWithPages(events, question, { workspaceId, window }).filter((each) =>
    passes(each, filters),
  );
  const visits = [...new Set(found.map(({ visitor_id }) => visitor_id))].map((id) => {
    const own = found.filter(({ visitor_id }) => visitor_id === id);
    const starts = own.filter((each) => steps[0] && takes(each, steps[0]));
    // Of the attempts with the most steps, the first.
    const [times = []] = starts
      .map((start) => Date.parse(start.ts))
      .sort((a, b) => a - b)
      .map((start) => timesFrom(start, own, { steps, windowHours }))
      .sort((a, b) => b.length - a.length);
    const level = times.length;
    const entries = starts
      .map((each) => ({ ts: each.ts, value: dimension === undefined ? '' : valueOf(each, dimension) }))
      .sort((a, b) => byBytes(a.ts, b.ts) || byBytes(a.value, b.value));
    return { level, times, key: entries[0]?.value ?? '' };
  });
  const entered = visits
    .filter(({ level }) => level > 0)
    .map(({ level, key }) => ({ level, key: key || '(none)' }));
  const keys = dimension === undefined ? [] : [...new Set(entered.map(({ key }) => key))];
  const rows = keys
    .filter((key) => !(isProperty(dimension ?? '') && key === '(none)'))
    .map((key) => {
      const ofKey = entered.filter((each) => each.key === key);
      return {
        key,
        entered: ofKey.length,
        completed: ofKey.filter(({ level }) => level === steps.length).length,
      };
    })
    .sort((a, b) => b.entered - a.entered || byBytes(a.key, b.key));
  return {
    ...window,
    timezone,
    steps: steps.map(({ name }, index) => {
      const times = visits.map((visit) => visit.times[index]).filter((ms) => ms !== undefined);
      const seconds = (share: number) => Math.round(quantile(times, share) / 10) / 100;
      return {
        name,
        visitors: times.length,
        ...(index > 0 && times.length > 0
          ? { timeToConvert: { median: seconds(0.5), p90: seconds(0.9) } }
          : {}),
      };
    }),
    ...(dimension === undefined ? {} : { dimension }),
    breakdown: rows.slice(0, question.limit ?? 100),
  };
}

/** The times in milliseconds from one start to the steps that follow it, each as early as possible. */
function timesFrom(
  start: number,
  own: readonly EventRow[],
  { steps, windowHours }: { steps: readonly NaiveStep[]; windowHours: number },
): readonly number[] {
  const times = [0];
  for (const step of steps.slice(1)) {
    const later = own
      .filter((each) => takes(each, step))
      .map(({ ts }) => Date.parse(ts) - start)
      .filter((ms) => ms > (times.at(-1) ?? 0) && ms <= windowHours * 3_600_000);
    if (later.length === 0) break;
    times.push(Math.min(...later));
  }
  return times;
}

/** The value at a share of the way from the lowest to the highest, between two values in proportion. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const [low = 0, high = low] = sorted.slice(Math.floor(at));
  return low + (at - Math.floor(at)) * (high - low);
}
