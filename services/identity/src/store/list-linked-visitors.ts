import type { Pool } from '@headwater/kit/pg/pool';

/** The visitors of whom a session was observed, those linked last first. For analytics alone: they are shown to nobody. */
export async function listLinkedVisitors(
  pool: Pool,
  workspaceId: number,
  { profileId, limit }: { readonly profileId: string; readonly limit: number },
): Promise<string[]> {
  const result = await pool.query<{ anonymous_id: string }>({
    name: 'list-linked-visitors',
    text: `SELECT anonymous_id
             FROM identity.links
            WHERE workspace_id = $1 AND profile_id = $2 AND linked_at IS NOT NULL
            ORDER BY ordinal DESC
            LIMIT $3`,
    values: [workspaceId, profileId, limit],
  });
  return result.rows.map(({ anonymous_id }) => anonymous_id);
}
