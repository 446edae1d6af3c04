import type { Pool } from '@headwater/kit/pg/pool';
import type { DetectionResult } from '../domain/detection/detection';

/** A pending look that one replica has taken. */
export interface DetectionClaim {
  readonly workspaceId: number;
  readonly id: number;
  readonly domain: string;
  readonly siteKey: string;
  /** Unix milliseconds; also the token under which the claim is finished. */
  readonly until: number;
}

/** Makes a look at an active site pending, unless it is already or the last one is not older than `since` (Unix ms). */
export async function requestDetection(
  pool: Pool,
  workspaceId: number,
  id: number,
  since: number,
): Promise<void> {
  await pool.query(
    `UPDATE sites.sites
     SET detection_status = 'pending', detection = NULL, detection_checked_at = NULL, detection_claimed_until = NULL
     WHERE workspace_id = $1 AND id = $2 AND deleted_at IS NULL
       AND detection_status IS DISTINCT FROM 'pending'
       AND (detection_checked_at IS NULL OR detection_checked_at <= $3)`,
    [workspaceId, id, new Date(since)],
  );
}

/** Takes up to `most` pending looks at active sites of every workspace, until a time. Concurrent calls take different ones. */
export async function claimDetections(
  pool: Pool,
  { now, until, most }: { readonly now: number; readonly until: number; readonly most: number },
): Promise<DetectionClaim[]> {
  const { rows } = await pool.query<{ workspace_id: string; id: string; domain: string; site_key: string }>(
    `UPDATE sites.sites SET detection_claimed_until = $2
     WHERE id IN (
       SELECT id FROM sites.sites
       WHERE detection_status = 'pending' AND deleted_at IS NULL
         AND (detection_claimed_until IS NULL OR detection_claimed_until <= $1)
       ORDER BY id LIMIT $3
       FOR UPDATE SKIP LOCKED
     )
     RETURNING workspace_id, id, domain, site_key`,
    [new Date(now), new Date(until), most],
  );
  return rows.map((row) => ({
    workspaceId: Number(row.workspace_id),
    id: Number(row.id),
    domain: row.domain,
    siteKey: row.site_key,
    until,
  }));
}

/** Keeps what a look found, if the claim still stands; suggestions fill the categories only where there are none. */
export async function finishDetection(
  pool: Pool,
  { workspaceId, id, until }: DetectionClaim,
  { status, ...found }: DetectionResult,
  at: number,
): Promise<void> {
  await pool.query(
    `UPDATE sites.sites
     SET detection_status = $4, detection = $5, detection_checked_at = $6, detection_claimed_until = NULL,
       categories = CASE WHEN cardinality(categories) = 0 THEN $7 ELSE categories END
     WHERE workspace_id = $1 AND id = $2 AND detection_status = 'pending' AND detection_claimed_until = $3`,
    [
      workspaceId,
      id,
      new Date(until),
      status,
      JSON.stringify(found),
      new Date(at),
      [...found.suggestedCategories],
    ],
  );
}
