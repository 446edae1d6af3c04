import type { Pool } from '@headwater/kit/pg/pool';

/** A notice's way to a webhook. Times: Unix milliseconds. */
export interface Delivery {
  readonly id: number;
  readonly noticeId: string;
  readonly type: string;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  /** Of the last attempt, as `problem`. */
  readonly httpStatus?: number;
  readonly problem?: string;
  readonly createdAt: number;
  /** While it is pending. */
  readonly nextAt?: number;
  readonly endedAt?: number;
}

interface Row {
  readonly id: string;
  readonly notice_id: string;
  readonly type: string;
  readonly status: Delivery['status'];
  readonly attempts: number;
  readonly http_status: number | null;
  readonly problem: string | null;
  readonly created_at: Date;
  readonly next_at: Date;
  readonly ended_at: Date | null;
}

/** A webhook's deliveries, last made first. */
export async function listDeliveries(
  pool: Pool,
  { workspaceId, id }: { readonly workspaceId: number; readonly id: number },
  { before, limit }: { readonly before?: number; readonly limit: number },
): Promise<Delivery[]> {
  const { rows } = await pool.query<Row>(
    `SELECT d.id, n.id AS notice_id, n.type, d.status, d.attempts, d.http_status, d.problem, d.created_at, d.next_at,
       d.ended_at
     FROM sites.deliveries AS d JOIN sites.notices AS n USING (workspace_id, place)
     WHERE d.workspace_id = $1 AND d.webhook_id = $2 AND ($3::bigint IS NULL OR d.id < $3)
     ORDER BY d.id DESC LIMIT $4`,
    [workspaceId, id, before ?? null, limit],
  );
  return rows.map((row) => ({
    id: Number(row.id),
    noticeId: row.notice_id,
    type: row.type,
    status: row.status,
    attempts: row.attempts,
    ...(row.http_status === null ? {} : { httpStatus: row.http_status }),
    ...(row.problem === null ? {} : { problem: row.problem }),
    createdAt: row.created_at.getTime(),
    ...(row.status === 'pending' ? { nextAt: row.next_at.getTime() } : {}),
    ...(row.ended_at ? { endedAt: row.ended_at.getTime() } : {}),
  }));
}
