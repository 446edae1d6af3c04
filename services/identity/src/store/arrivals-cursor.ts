import type { Pool } from '@headwater/kit/pg/pool';

/** How far the arrivals have been read; empty before the first time. */
export async function readArrivalsCursor(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ cursor: string }>('SELECT cursor FROM identity.arrivals_read');
  return rows[0]?.cursor ?? '';
}

/** @param now Unix milliseconds */
export async function moveArrivalsCursor(pool: Pool, cursor: string, now: number): Promise<void> {
  await pool.query({
    name: 'move-arrivals-cursor',
    text: `INSERT INTO identity.arrivals_read (cursor, read_at) VALUES ($1, $2)
           ON CONFLICT (only_row) DO UPDATE SET cursor = EXCLUDED.cursor, read_at = EXCLUDED.read_at`,
    values: [cursor, new Date(now)],
  });
}
