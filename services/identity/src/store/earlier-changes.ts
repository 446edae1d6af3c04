import type { Pool } from '@headwater/kit/pg/pool';
import type { CallContext } from '@headwater/kit/rpc/types';
import type { NumberChanges } from './account-changes';

/**
 * Numbers the changes that were committed before the call, unless it is cancelled. Later ones could arrive without an end.
 *
 * @param numberChanges numbers a batch
 */
export async function numberEarlierChanges(
  { db, numberChanges }: { readonly db: Pool; readonly numberChanges: NumberChanges },
  call: Pick<CallContext, 'workspaceId' | 'cancelled'>,
): Promise<void> {
  const workspaceId = call.workspaceId();
  if (!(await numberChanges(workspaceId, call))) return;
  // Accounts last: changes of user ids and touches queue some.
  for (const queue of [
    'identity.touch_changes WHERE workspace_id = $1',
    'identity.user_id_changes WHERE workspace_id = $1',
    'identity.account_changes WHERE workspace_id = $1 AND postponed_at IS NULL',
  ]) {
    const newest = await db.query<{ id: string | null }>(`SELECT max(id) AS id FROM ${queue}`, [workspaceId]);
    const isQueued = async (): Promise<boolean> => {
      const values = [workspaceId, newest.rows[0]?.id];
      const { rowCount } = await db.query(`SELECT FROM ${queue} AND id <= $2 LIMIT 1`, values);
      return rowCount === 1;
    };
    while (!call.cancelled && (await isQueued())) await numberChanges(workspaceId, call);
  }
}
