import type { PoolClient } from '@headwater/kit/pg/pool';

/** Locks profiles until the transaction ends, in the order of their ids. */
export async function lockProfileIds(
  client: PoolClient,
  workspaceId: number,
  ids: readonly (string | null | undefined)[],
): Promise<void> {
  await client.query({
    name: 'lock-profile-ids',
    text: `SELECT FROM identity.profiles WHERE workspace_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id FOR UPDATE`,
    values: [workspaceId, ids.filter((id) => typeof id === 'string')],
  });
}
