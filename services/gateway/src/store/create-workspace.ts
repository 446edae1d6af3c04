import type { Pool, PoolClient } from '@headwater/kit/pg/pool';

/** Makes a workspace and gives its id. Names need not be unique. */
export async function createWorkspace(db: Pool | PoolClient, name: string): Promise<number> {
  const { rows } = await db.query<{ id: string }>(
    'INSERT INTO gateway.workspaces (name) VALUES ($1) RETURNING id',
    [name],
  );
  return Number(rows[0]?.id);
}
