import type { Pool } from '@headwater/kit/pg/pool';

/** The key under which a workspace's visitors have their pseudonyms: 32 bytes, secret. @throws Error without the workspace. */
export async function findVisitorKey(pool: Pool, workspaceId: number): Promise<Buffer> {
  const { rows } = await pool.query<{ visitor_key: Buffer }>({
    name: 'find-visitor-key',
    text: 'SELECT visitor_key FROM gateway.workspaces WHERE id = $1',
    values: [workspaceId],
  });
  const key = rows[0]?.visitor_key;
  if (!key) throw new Error(`There is no workspace ${workspaceId}.`);
  return key;
}
