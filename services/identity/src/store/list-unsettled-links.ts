import type { Pool } from '@headwater/kit/pg/pool';
import {
  IS_UNSETTLED,
  UNSETTLED_COLUMNS,
  unsettledLinkOf,
  type UnsettledLink,
  type UnsettledRow,
} from './unsettled-link';

export interface UnsettledPage {
  /** Links before this moment are settled for good. Unix milliseconds. */
  readonly sinceMs: number;
  /** The last link of the page before; undefined for the first page. */
  readonly after: UnsettledLink | undefined;
  readonly limit: number;
}

/** A page of unsettled links, of one workspace after the other. Of all workspaces: the repair is nobody's request. */
export async function listUnsettledLinks(pool: Pool, page: UnsettledPage): Promise<UnsettledLink[]> {
  const result = await pool.query<UnsettledRow>({
    name: 'list-unsettled-links',
    text: `SELECT ${UNSETTLED_COLUMNS}
             FROM identity.links AS l
             LEFT JOIN identity.attributions AS a USING (workspace_id, profile_id)
            WHERE ${IS_UNSETTLED}
              AND (l.workspace_id, l.created_at, l.ordinal) > ($2, $3, $4)
            ORDER BY l.workspace_id, l.created_at, l.ordinal
            LIMIT $5`,
    values: [
      new Date(page.sinceMs),
      page.after?.workspaceId ?? 0,
      new Date(page.after?.createdAtMs ?? 0),
      page.after?.ordinal ?? 0,
      page.limit,
    ],
  });
  return result.rows.map(unsettledLinkOf);
}
