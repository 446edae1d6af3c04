import type { Db } from '@headwater/kit/pg/pool';
import type { DetectionResult } from '../domain/detection/findings';

/** A pending detection, claimed by this replica. */
export interface DetectionClaim {
  readonly workspaceId: number;
  readonly id: number;
  readonly domain: string;
  readonly siteKey: string;
  /** End of the claim, Unix milliseconds. Also identifies the claim. */
  readonly until: number;
}

/** Makes a detection pending, unless it is pending already or the last one ended after `since` (Unix milliseconds). */
export async function requestDetection(
  db: Db,
  workspaceId: number,
  id: number,
  since: number,
): Promise<void> {
  await db.query(
    `UPDATE sites.sites
     SET detection_status = 'pending', detection = NULL, detection_checked_at = NULL, detection_claimed_until = NULL
     WHERE workspace_id = $1 AND id = $2 AND deleted_at IS NULL
       AND detection_status IS DISTINCT FROM 'pending'
       AND (detection_checked_at IS NULL OR detection_checked_at <= $3)`,
    [workspaceId, id, new Date(since)],
  );
}

/** Claims up to `max` pending detections of active sites until `until`. Concurrent calls claim different ones. */
export async function claimDetections(
  db: Db,
  { now, until, max }: { readonly now: number; readonly until: number; readonly max: number },
): Promise<DetectionClaim[]> {
  const { rows } = await db.query<{ workspace_id: string; id: string; domain: string; site_key: string }>(
    `UPDATE sites.sites SET detection_claimed_until = $2
     WHERE id IN (
       SELECT id FROM sites.sites
       WHERE detection_status = 'pending' AND deleted_at IS NULL
         AND (detection_claimed_until IS NULL OR detection_claimed_until <= $1)
       ORDER BY id LIMIT $3
       FOR UPDATE SKIP LOCKED
     )
     RETURNING workspace_id, id, domain, site_key`,
    [new Date(now), new Date(until), max],
  );
  return rows.map((row) => ({
    workspaceId: Number(row.workspace_id),
    id: Number(row.id),
    domain: row.domain,
    siteKey: row.site_key,
    until,
  }));
}

/** Stores a result while the claim is valid. Suggested categories are set only on a site without categories. */
export async function finishDetection(
  db: Db,
  { workspaceId, id, until }: DetectionClaim,
  { status, ...facts }: DetectionResult,
  at: number,
): Promise<void> {
  await db.query(
    `UPDATE sites.sites
     SET detection_status = $4, detection = $5, detection_checked_at = $6, detection_claimed_until = NULL,
       categories = CASE WHEN cardinality(categories) = 0 THEN $7 ELSE categories END
     WHERE workspace_id = $1 AND id = $2 AND detection_status = 'pending' AND detection_claimed_until = $3`,
    [
      workspaceId,
      id,
      new Date(until),
      status,
      JSON.stringify(facts),
      new Date(at),
      [...facts.suggestedCategories],
    ],
  );
}
