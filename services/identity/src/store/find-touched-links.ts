import type { Pool, PoolClient } from '@headwater/kit/pg/pool';
import {
  IS_UNSETTLED,
  UNSETTLED_COLUMNS,
  unsettledLinkOf,
  type UnsettledLink,
  type UnsettledRow,
} from './unsettled-link';

/** A visitor as analytics calls it. */
export interface TouchedVisitor {
  readonly workspaceId: number;
  readonly visitorKey: Buffer;
}

export interface TouchedPage {
  /** Links before this moment are settled for good. Unix milliseconds. */
  readonly sinceMs: number;
  readonly visitors: readonly TouchedVisitor[];
}

/**
 * The unsettled links of some visitors, workspace by workspace. Each visitor is looked up by itself, fenced off by OFFSET 0:
 * most of them have no link, but to the planner, who sees neither how many are asked for nor how many have one, reading all
 * links looks cheap.
 */
export async function findTouchedLinks(
  pool: Pick<Pool | PoolClient, 'query'>,
  page: TouchedPage,
): Promise<UnsettledLink[]> {
  const { visitors } = page;
  if (visitors.length === 0) return [];
  const result = await pool.query<UnsettledRow>({
    name: 'find-touched-links',
    text: `SELECT ${UNSETTLED_COLUMNS}
             FROM (SELECT DISTINCT * FROM unnest($2::bigint[], $3::bytea[]) AS told (workspace_id, visitor_key)) AS sent
            CROSS JOIN LATERAL (SELECT * FROM identity.links AS known
                                 WHERE known.visitor_key = sent.visitor_key AND known.workspace_id = sent.workspace_id
                                OFFSET 0) AS l
             LEFT JOIN LATERAL (SELECT decided_by, first_seen_at FROM identity.attributions AS recorded
                                 WHERE recorded.workspace_id = l.workspace_id AND recorded.profile_id = l.profile_id
                                OFFSET 0) AS a ON true
            WHERE ${IS_UNSETTLED}
            ORDER BY l.workspace_id, l.ordinal`,
    values: [
      new Date(page.sinceMs),
      visitors.map(({ workspaceId }) => workspaceId),
      visitors.map(({ visitorKey }) => visitorKey),
    ],
  });
  return result.rows.map(unsettledLinkOf);
}
