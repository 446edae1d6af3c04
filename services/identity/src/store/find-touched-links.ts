import type { Pool } from '@headwater/kit/pg/pool';
import { UNSETTLED_LINKS, unsettledLinkOf, type UnsettledLink, type UnsettledRow } from './unsettled-link';

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
 * The unsettled links of some visitors, workspace by workspace. Each visitor is looked up by itself, fenced off as in
 * PROFILE_IDS_OF_DIGESTS: most of them have no link, and the links of all are many.
 */
export async function findTouchedLinks(pool: Pool, page: TouchedPage): Promise<UnsettledLink[]> {
  const { visitors } = page;
  if (visitors.length === 0) return [];
  const result = await pool.query<UnsettledRow>({
    name: 'find-touched-links',
    text: `${UNSETTLED_LINKS}
              AND (l.workspace_id, l.profile_id, l.anonymous_id) IN (
                SELECT known.workspace_id, known.profile_id, known.anonymous_id
                  FROM (SELECT DISTINCT * FROM unnest($2::bigint[], $3::bytea[]) AS told (workspace_id, visitor_key)
                        OFFSET 0) AS sent
                  JOIN identity.links AS known USING (visitor_key, workspace_id)
                 OFFSET 0)
            ORDER BY l.workspace_id, l.ordinal`,
    values: [
      new Date(page.sinceMs),
      visitors.map(({ workspaceId }) => workspaceId),
      visitors.map(({ visitorKey }) => visitorKey),
    ],
  });
  return result.rows.map(unsettledLinkOf);
}
