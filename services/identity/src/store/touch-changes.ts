import type { PoolClient } from '@headwater/kit/pg/pool';
import { putPaymentFacts } from './payment-facts';

/**
 * Takes changes of touches, and writes the payments of their accounts again. A change that is taken alone becomes a change of the account, which can be
 * postponed. Postponed changes cover those of their accounts.
 *
 * @returns the number of changes of touches that were taken
 */
export async function takeTouchChanges(
  client: PoolClient,
  { workspaceId, size }: { readonly workspaceId: number; readonly size: number },
): Promise<number> {
  const { rows } = await client.query<{ taken: number; ids: string[] | null }>({
    name: 'take-touch-changes',
    text: `WITH taken AS (
             DELETE FROM identity.touch_changes
              WHERE workspace_id = $1
                AND id <= (SELECT max(id) FROM (SELECT id FROM identity.touch_changes
                                                 WHERE workspace_id = $1 ORDER BY id LIMIT $2) AS first)
             RETURNING profile_id),
           changed AS (
             SELECT DISTINCT profile_id FROM taken
              WHERE profile_id <> ALL (ARRAY(SELECT profile_id FROM identity.account_changes
                                              WHERE workspace_id = $1 AND postponed_at IS NOT NULL))),
           queued AS (
             INSERT INTO identity.account_changes (workspace_id, profile_id) SELECT $1, profile_id FROM changed WHERE $2 = 1)
           SELECT (SELECT count(*)::int FROM taken) AS taken,
                  (SELECT array_agg(profile_id) FROM changed WHERE $2 > 1) AS ids`,
    values: [workspaceId, size],
  });
  const { taken = 0, ids } = rows[0] ?? {};
  await putPaymentFacts(client, workspaceId, { profileIds: ids ?? [] });
  return taken;
}
