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

/** Imports and corrections in the order before all other events: roll-ups are then read together with the late ones of these. */
export function correctionsFirst(events: readonly EventRow[]): readonly EventRow[] {
  const isCorrection = ({ origin, evidence }: EventRow) => origin === 'import' || (evidence & 32) > 0;
  return [...events.filter(isCorrection), ...events.filter((event) => !isCorrection(event))];
}

/** Not a fixed time: ClickHouse clears arrival times that are older than eight days. */
const RECEIVED_MS = Date.now();

/** Events as if they were received after those of earlier builds. @param someDelayed whether some were received before, and stored late */
export const receivedAfter = (
  events: readonly EventRow[],
  index: number,
  someDelayed: boolean,
): readonly EventRow[] =>
  events.map((event, number) =>
    someDelayed && number % 7 === 0
      ? event
      : { ...event, received_at: new Date(RECEIVED_MS + index * 3_600_000).toISOString() },
  );
