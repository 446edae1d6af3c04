import type { EventRow } from '@headwater/eventstore/event-columns';
import { DateTime } from 'luxon';
import { KEYS, type Dataset } from './arbitraries';

/** The columns in which an event takes over the values of its session. */
const SESSION_COLUMNS = KEYS.visits.filter(
  (key) => key !== 'pathname' && !key.startsWith('props.') && !key.endsWith('_page'),
) as readonly (keyof EventRow)[];

/** The events of two of three sessions have the same values, as the collector stores them. */
export function withSessionValues(events: readonly EventRow[]): EventRow[] {
  const firsts = new Map<string, EventRow>();
  return events.map((event) => {
    const first = firsts.get(event.session_id) ?? event;
    firsts.set(event.session_id, first);
    return BigInt(event.session_id) % 3n === 0n
      ? event
      : { ...event, ...Object.fromEntries(SESSION_COLUMNS.map((column) => [column, first[column]])) };
  });
}

/** Most sessions of a visitor are within a local day; some continue on other days, close or far. */
export function withDailySessions({ events, zone }: Dataset): EventRow[] {
  return events.map((event) => {
    const day = DateTime.fromISO(event.ts, { zone }).toISODate() ?? '';
    const dice = Number(BigInt(event.session_id) % 10n) + (event.pathname.length % 3);
    return dice === 0
      ? event
      : { ...event, session_id: String(BigInt(event.session_id) + BigInt(day.replaceAll('-', '')) * 1000n) };
  });
}
