import type { EventRow } from '@headwater/eventstore/event-columns';
import { DateTime } from 'luxon';
import type { OracleQuery } from './oracle-query';

/** First and last day of a query's window. */
export function windowOf(question: OracleQuery, nowMs: number): { from: string; to: string } {
  if (question.from !== undefined && question.to !== undefined)
    return { from: question.from, to: question.to };
  const today = DateTime.fromMillis(nowMs, { zone: question.timezone }).toFormat('yyyy-MM-dd');
  const days = Number.parseInt(question.range ?? '30d', 10);
  const first = DateTime.fromISO(today, { zone: 'utc' }).minus({ days: days - 1 });
  return { from: first.toFormat('yyyy-MM-dd'), to: today };
}

/** The events without repeats. */
export function once(events: readonly EventRow[]): EventRow[] {
  const seen = new Set<string>();
  return events.filter(({ event_id }) => !seen.has(event_id) && seen.add(event_id));
}

/** An event's stored value of a key. */
export function valueOf(event: EventRow, key: string): string {
  if (!key.startsWith('props.')) return event[key as 'pathname'];
  const property = key.slice('props.'.length);
  return Object.hasOwn(event.props, property) ? (event.props[property] ?? '') : '';
}

/** Whether the event passes every filter: any value of a key and operator, or none of a negative operator. */
export function passes(event: EventRow, filters: OracleQuery['filters']): boolean {
  const groups = new Map<string, boolean[]>();
  for (const { key, operator, value } of filters) {
    const group = `${key} ${operator}`;
    groups.set(group, [...(groups.get(group) ?? []), matches(valueOf(event, key), operator, value)]);
  }
  return [...groups].every(([group, matched]) =>
    group.endsWith('_not') ? matched.every((one) => one) : matched.some((one) => one),
  );
}

function matches(stored: string, operator: string, value: string): boolean {
  const same = stored === value || (value === '(none)' && stored === '');
  switch (operator) {
    case 'is':
      return same;
    case 'is_not':
      return !same;
    case 'contains':
      return stored.includes(value);
    case 'contains_not':
      return !stored.includes(value);
    case 'starts_with':
      return stored.startsWith(value);
    default:
      throw new Error(`Unknown operator ${operator}`);
  }
}

/** The number of distinct visitors. */
export function visitors(events: readonly EventRow[]): number {
  return new Set(events.map(({ visitor_id }) => visitor_id)).size;
}

/** Percentage with two decimals, half up, in integer arithmetic. */
export function rate(events: number, pageviews: number): number {
  return Number((BigInt(events) * 20_000n + BigInt(pageviews)) / (BigInt(pageviews) * 2n)) / 100;
}
