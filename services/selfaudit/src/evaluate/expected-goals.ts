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

/** The visitors who reached each step of a funnel on the day, and a breakdown by the value at their first entry. */
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
    return [{ level: levelOf(day, own, { steps, windowMs: windowHours * 3_600_000 }), key: values[0] }];
  });
  const rows = dimension === undefined ? [] : [...groupBy(entered, ({ key }) => key || '(none)')];
  const breakdown = rows
    .map(([key, own]) => ({
      ...{ key, entered: own.length },
      completed: own.filter(({ level }) => level === steps.length).length,
    }))
    .sort((a, b) => b.entered - a.entered || compareBytes(a.key, b.key));
  return {
    ...{ from, to, timezone },
    steps: steps.map(({ name }, index) => ({
      name,
      visitors: entered.filter(({ level }) => level > index).length,
    })),
    breakdown: breakdown.slice(0, limit),
  };
}

/**
 * The number of steps that a visitor completed from one entry within the window, each strictly later than the previous one.
 * For each step it keeps the latest entry from which the visitor reached it: that entry leaves the most time for the others.
 *
 * @param events of one visitor, by time
 */
function levelOf(
  day: StoredDay,
  events: readonly StoredEvent[],
  { steps, windowMs }: { readonly steps: readonly Step[]; readonly windowMs: number },
): number {
  const entryOf: (number | undefined)[] = steps.map(() => undefined);
  for (const [time, concurrent] of groupBy(events, (event) => event.time)) {
    const at = Date.parse(time);
    const before = [...entryOf];
    steps.forEach((step, index) => {
      const entry = index === 0 ? at : before[index - 1];
      if (entry === undefined || at - entry > windowMs) return;
      if (!concurrent.some((event) => reaches(day, event, step))) return;
      entryOf[index] = Math.max(entry, before[index] ?? entry);
    });
  }
  return entryOf.filter((entry) => entry !== undefined).length;
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
