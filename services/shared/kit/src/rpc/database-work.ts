import type { DatabaseWork } from './types';

/** Formats the work of a database as metadata: `12 40960`, or with days `12 40960 29 1`. */
export function formatDatabaseWork({ ms, rows, days }: DatabaseWork): string {
  return [Math.round(ms), rows, ...(days ? [days.rollup, days.raw] : [])].join(' ');
}

const FORMAT = /^(\d{1,15}) (\d{1,15})(?: (\d{1,6}) (\d{1,6}))?$/;

/** Parses what `formatDatabaseWork` returns; undefined for other texts. */
export function parseDatabaseWork(text: string): DatabaseWork | undefined {
  const [, ms, rows, rollup, raw] = FORMAT.exec(text) ?? [];
  if (ms === undefined || rows === undefined) return undefined;
  const days = rollup === undefined ? {} : { days: { rollup: Number(rollup), raw: Number(raw) } };
  return { ms: Number(ms), rows: Number(rows), ...days };
}

/** The work of two calls together. */
export function addDatabaseWork(one: DatabaseWork, other: DatabaseWork): DatabaseWork {
  const sum = { ms: one.ms + other.ms, rows: one.rows + other.rows };
  if (!one.days && !other.days) return sum;
  const rollup = (one.days?.rollup ?? 0) + (other.days?.rollup ?? 0);
  return { ...sum, days: { rollup, raw: (one.days?.raw ?? 0) + (other.days?.raw ?? 0) } };
}
