import { addDatabaseWork } from '@headwater/kit/rpc/database-work';
import type { DatabaseWork } from '@headwater/kit/rpc/types';

/** The work of ClickHouse for each call in flight, by the call's AbortSignal. */
const works = new WeakMap<AbortSignal, DatabaseWork>();

/** ClickHouse's statistics of a statement. */
interface Statistics {
  /** Seconds. */
  readonly elapsed: number;
  readonly rows_read: number;
}

/** Adds a statement of the call. */
export function addStatement(signal: AbortSignal, statistics: Statistics | undefined): void {
  const { elapsed = 0, rows_read = 0 } = statistics ?? {};
  works.set(signal, addDatabaseWork(databaseWorkFor(signal), { ms: elapsed * 1_000, rows: rows_read }));
}

/** Adds the days that a query of the call reads from roll-ups and from events. */
export function addDays(signal: AbortSignal, days: NonNullable<DatabaseWork['days']>): void {
  works.set(signal, addDatabaseWork(databaseWorkFor(signal), { ms: 0, rows: 0, days }));
}

/** The work for the call so far. Its rows are the cost of the call. */
export function databaseWorkFor(signal: AbortSignal): DatabaseWork {
  return works.get(signal) ?? { ms: 0, rows: 0 };
}
