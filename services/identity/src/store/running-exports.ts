import type { Pool } from '@headwater/kit/pg/pool';
import type { RunningErasure } from './certificates';

/** An export that the gateway is sending. */
export interface RunningExport {
  readonly workspaceId: number;
  /** A UUID. */
  readonly id: string;
}

/** Exports without a renewal for this time have ended. By the clock of Postgres, which all replicas share. */
const LEASE = "interval '30 seconds'";

/** Begins an export. A repeat changes nothing. */
export async function beginExport(db: Pool, { workspaceId, id }: RunningExport): Promise<void> {
  await db.query({
    name: 'begin-export',
    text: `INSERT INTO identity.running_exports (workspace_id, id, renewed_at) VALUES ($1, $2, now())
           ON CONFLICT DO NOTHING`,
    values: [workspaceId, id],
  });
}

/** Renews an export. @returns false if it was cut, or has ended. */
export async function renewExport(db: Pool, { workspaceId, id }: RunningExport): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'renew-export',
    text: `UPDATE identity.running_exports SET renewed_at = now()
            WHERE workspace_id = $1 AND id = $2 AND NOT is_cut AND renewed_at > now() - ${LEASE}`,
    values: [workspaceId, id],
  });
  return rowCount === 1;
}

/** Ends an export. */
export async function endExport(db: Pool, { workspaceId, id }: RunningExport): Promise<void> {
  await db.query({
    name: 'end-export',
    text: 'DELETE FROM identity.running_exports WHERE workspace_id = $1 AND id = $2',
    values: [workspaceId, id],
  });
}

/** Cuts the exports of a workspace that run now, and adds their number to the certificate of the erasure until it is completed. */
export async function cutExports(db: Pool, { workspaceId, id }: RunningErasure): Promise<void> {
  await db.query({
    name: 'cut-exports',
    text: `WITH cut AS (UPDATE identity.running_exports SET is_cut = true
                         WHERE workspace_id = $1 AND NOT is_cut
                        RETURNING renewed_at > now() - ${LEASE} AS is_running)
           UPDATE identity.erasures SET closed_exports = closed_exports + (SELECT count(*) FROM cut WHERE is_running)
            WHERE workspace_id = $1 AND id = $2 AND completed_at IS NULL AND EXISTS (SELECT FROM cut WHERE is_running)`,
    values: [workspaceId, id],
  });
}

/** Whether exports that were cut still run. */
export async function hasCutExports(db: Pool, workspaceId: number): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'has-cut-exports',
    text: `SELECT FROM identity.running_exports
            WHERE workspace_id = $1 AND is_cut AND renewed_at > now() - ${LEASE} LIMIT 1`,
    values: [workspaceId],
  });
  return rowCount === 1;
}

/** Deletes exports that ended without a call, such as those of a gateway that crashed. */
export async function deleteEndedExports(db: Pool): Promise<void> {
  await db.query("DELETE FROM identity.running_exports WHERE renewed_at < now() - interval '1 hour'");
}
