import type { Pool } from '@headwater/kit/pg/pool';

/** The name of a workspace. @throws when there is none. */
export async function findWorkspaceName(pool: Pool, workspaceId: number): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM gateway.workspaces WHERE id = $1', [
    workspaceId,
  ]);
  if (!rows[0]) throw new Error('the workspace is gone');
  return rows[0].name;
}
