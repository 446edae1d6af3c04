import { windowOf } from './expected-events';
import {
  byDimension,
  compareBytes,
  countVisitors,
  groupBy,
  percentage,
  valueOf,
  type StoredDay,
  type StoredEvent,
} from './stored-day';

/** A goal, or a step of a funnel. */
export interface Step {
  readonly name: string;
  /** `event` or `page` */
  readonly type: string;
  readonly event: string;
  /** A trailing `*` matches any rest. */
  readonly path: string;
  readonly filters: readonly { readonly key: string; readonly operator: string; readonly value: string }[];
}

/** The conversions of a goal on the day: totals, hours, and a breakdown by a dimension. */
export function expectedGoal(
  day: StoredDay,
  { goal, dimension }: { readonly goal: Step; readonly dimension: string | undefined },
  limit: number,
): object {
  const found = day.events.filter((event) => reaches(day, event, goal));
  const hours = groupBy(found, day.hourOf);
  const all = dimension === undefined ? undefined : byDimension(day, day.events, dimension);
  const rows = dimension === undefined ? [] : [...byDimension(day, found, dimension)];
  const breakdown = rows
    .map(([key, own]) => {
      const visitors = countVisitors(own);
      const conversionRate = percentage(visitors, countVisitors(all?.get(key) ?? []));
      return { key, conversions: own.length, visitors, conversionRate };
    })
    .sort((a, b) => b.conversions - a.conversions || compareBytes(a.key, b.key));
  return {
    ...windowOf(day),
    conversions: found.length,
    visitors: countVisitors(found),
    ...(day.events.length === 0
      ? {}
      : { conversionRate: percentage(countVisitors(found), countVisitors(day.events)) }),
    series: day.hours.map((bucket) => {
      const own = hours.get(bucket) ?? [];
      return { bucket, conversions: own.length, visitors: countVisitors(own) };
    }),
    breakdown: breakdown.slice(0, limit),
  };
}

/** The visitors who reached each step of a funnel on the day, their times, and a breakdown by the value at their first entry. */
export function expectedFunnel(
  day: StoredDay,
  {
    steps,
    windowHours,
    dimension,
  }: {
    readonly steps: readonly Step[];
    readonly windowHours: number;
    readonly dimension: string | undefined;
  },
  limit: number,
): object {
  const { from, to, timezone } = windowOf(day);
  const [first] = steps;
  const entered = [...groupBy(day.events, ({ visitorId }) => visitorId).values()].flatMap((own) => {
    const entries = first ? own.filter((event) => reaches(day, event, first)) : [];
    const [entry] = entries;
    if (!entry) return [];
    // Of entries in the same millisecond, the first value counts.
    const values = entries
      .filter(({ time }) => time === entry.time)
      .map((event) => (dimension === undefined ? '' : valueOf(day, event, dimension)))
      .sort(compareBytes);
    return [{ times: timesOf(day, own, { steps, windowMs: windowHours * 3_600_000 }), key: values[0] }];
  });
  const rows = dimension === undefined ? [] : [...groupBy(entered, ({ key }) => key || '(none)')];
  const breakdown = rows
    .map(([key, own]) => ({
      ...{ key, entered: own.length },
      completed: own.filter(({ times }) => times.length === steps.length).length,
    }))
    .sort((a, b) => b.entered - a.entered || compareBytes(a.key, b.key));
  return {
    ...{ from, to, timezone },
    steps: steps.map(({ name }, index) => {
      const times = entered.map((visit) => visit.times[index]).filter((ms) => ms !== undefined);
      const hasTimes = index > 0 && times.length > 0;
      return { name, visitors: times.length, ...(hasTimes ? { timeToConvert: timeToConvert(times) } : {}) };
    }),
    breakdown: breakdown.slice(0, limit),
  };
}

/**
 * The times in milliseconds from a visitor's entry to each step within the window, each step strictly later than the previous one
 * and as early as possible. Of several entries, the first one with the most steps counts.
 *
 * @param events of one visitor, by time
 */
function timesOf(
  day: StoredDay,
  events: readonly StoredEvent[],
  { steps, windowMs }: { readonly steps: readonly Step[]; readonly windowMs: number },
): readonly number[] {
  const [entries = [], ...later] = steps.map((step) =>
    events.filter((event) => reaches(day, event, step)).map(({ time }) => Date.parse(time)),
  );
  let longest: readonly number[] = [];
  for (const entry of entries) {
    const times = [0];
    for (const moments of later) {
      const next = firstAfter(moments, entry + (times.at(-1) ?? 0));
      if (next === undefined || next - entry > windowMs) break;
      times.push(next - entry);
    }
    if (times.length > longest.length) longest = times;
    if (longest.length === steps.length) break;
  }
  return longest;
}

/** The first moment after another one, by bisection: visitors can have thousands of entries. @param moments ascending */
function firstAfter(moments: readonly number[], time: number): number | undefined {
  let [low, high] = [0, moments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((moments[middle] ?? 0) > time) high = middle;
    else low = middle + 1;
  }
  return moments[low];
}

function timeToConvert(times: readonly number[]): object {
  const [median, p90] = [percentile(times, 5), percentile(times, 9)];
  return { ...(median === undefined ? {} : { median }), ...(p90 === undefined ? {} : { p90 }) };
}

/**
 * A percentile in seconds with two decimals, in proportion between two values, computed in integers.
 *
 * @param tenths 5 for the median
 * @returns undefined halfway between two results: there, the last bit of a floating-point number decides the API's rounding
 */
function percentile(times: readonly number[], tenths: number): number | undefined {
  const sorted = times.toSorted((a, b) => a - b);
  const at = tenths * (sorted.length - 1);
  const [low = 0, high = low] = sorted.slice(Math.floor(at / 10));
  const tenthsOfMs = 10 * low + (at % 10) * (high - low);
  return tenthsOfMs % 100 === 50 ? undefined : Math.round(tenthsOfMs / 100) / 100;
}

function reaches(day: StoredDay, event: StoredEvent, { type, path, filters, ...step }: Step): boolean {
  if (type === 'event' && event.name !== step.event) return false;
  if (type === 'page') {
    const pathname = String(event['pathname']);
    const matches = path.endsWith('*') ? pathname.startsWith(path.slice(0, -1)) : pathname === path;
    if (event.name !== 'pageview' || !matches) return false;
  }
  return [...groupBy([...filters], ({ key, operator }) => `${key} ${operator}`).values()].every((group) => {
    const matched = group.map(({ key, operator, value }) =>
      hasValue(valueOf(day, event, key), operator, value),
    );
    return group[0]?.operator.endsWith('_not') ? matched.every(Boolean) : matched.some(Boolean);
  });
}

function hasValue(stored: string, operator: string, value: string): boolean {
  const isEqual = stored === (value === '(none)' ? '' : value) || stored === value;
  switch (operator) {
    case 'is':
      return isEqual;
    case 'is_not':
      return !isEqual;
    case 'contains':
      return stored.includes(value);
    case 'contains_not':
      return !stored.includes(value);
    case 'starts_with':
      return stored.startsWith(value);
    default:
      throw new Error(`The self-audit has no rule for the filter operator ${operator}. Add it.`);
  }
}
