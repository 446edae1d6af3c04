import type { Pool } from '../pg/pool';
import { waitFor } from './wait-for';

/** The number of writers to wait for. */
const WRITERS = 5;

/** Blocks the writers of a table until several wait, so that they run concurrently. */
export async function raceWriters<T>(pool: Pool, table: string, write: () => Promise<T>): Promise<T> {
  const gate = await pool.connect();
  try {
    await gate.query('BEGIN');
    await gate.query(`LOCK TABLE ${table} IN SHARE MODE`);
    const written = write();
    await waitFor('writers to wait', async () => {
      const { rows } = await pool.query<{ waiting: number }>(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return (rows[0]?.waiting ?? 0) >= WRITERS;
    });
    await gate.query('COMMIT');
    return await written;
  } finally {
    gate.release();
  }
}
