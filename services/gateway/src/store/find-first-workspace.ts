import type { Pool } from '@headwater/kit/pg/pool';

/** The id of the workspace that was made first; undefined before there is any. */
export async function findFirstWorkspace(pool: Pool): Promise<number | undefined> {
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM gateway.workspaces ORDER BY id LIMIT 1');
  return rows[0] && Number(rows[0].id);
}
