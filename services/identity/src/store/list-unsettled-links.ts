import type { PoolClient } from '@headwater/kit/pg/pool';

/** A link that events may yet settle, or whose account's record they may disprove. */
export interface UnsettledLink {
  readonly workspaceId: number;
  /** Bigints, as pg gives them. */
  readonly ordinal: string;
  /** Unix milliseconds. */
  readonly createdAtMs: number;
  readonly profileId: string;
  readonly anonymousId: string;
  readonly linked: boolean;
  /** What is recorded of the account: by which link, and the session's time. Undefined when nothing is. */
  readonly recorded: { readonly decidedBy: string; readonly firstSeenAtMs: number } | undefined;
}

export interface UnsettledPage {
  /** Links before this moment are settled for good. Unix milliseconds. */
  readonly sinceMs: number;
  /** The last link of the page before; undefined for the first page. */
  readonly after: UnsettledLink | undefined;
  readonly limit: number;
}

interface Row {
  workspace_id: string;
  ordinal: string;
  created_at: Date;
  profile_id: string;
  anonymous_id: string;
  linked: boolean;
  decided_by: string | null;
  first_seen_at: Date | null;
}

/** A page of unsettled links, of one workspace after the other. Of all workspaces: the repair is nobody's request. */
export async function listUnsettledLinks(client: PoolClient, page: UnsettledPage): Promise<UnsettledLink[]> {
  const result = await client.query<Row>({
    name: 'list-unsettled-links',
    text: `SELECT l.workspace_id, l.ordinal, l.created_at, l.profile_id, l.anonymous_id, l.linked_at IS NOT NULL AS linked,
                  a.decided_by, a.first_seen_at
             FROM identity.links AS l
             LEFT JOIN identity.attributions AS a USING (workspace_id, profile_id)
            WHERE l.created_at > $1
              AND (l.workspace_id, l.created_at, l.ordinal) > ($2, $3, $4)
              AND (l.linked_at IS NULL OR l.ordinal <= a.decided_by)
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
  return result.rows.map((row) => ({
    workspaceId: Number(row.workspace_id),
    ordinal: row.ordinal,
    createdAtMs: row.created_at.getTime(),
    profileId: row.profile_id,
    anonymousId: row.anonymous_id,
    linked: row.linked,
    recorded:
      row.decided_by === null || row.first_seen_at === null
        ? undefined
        : { decidedBy: row.decided_by, firstSeenAtMs: row.first_seen_at.getTime() },
  }));
}
