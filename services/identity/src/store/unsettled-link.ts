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
  /** False for a link from before there were keys. */
  readonly hasVisitorKey: boolean;
  /** What is recorded of the account: by which link, and the session's time. Undefined when nothing is. */
  readonly recorded: { readonly decidedBy: string; readonly firstSeenAtMs: number } | undefined;
}

export interface UnsettledRow {
  workspace_id: string;
  ordinal: string;
  created_at: Date;
  profile_id: string;
  anonymous_id: string;
  linked: boolean;
  has_visitor_key: boolean;
  decided_by: string | null;
  first_seen_at: Date | null;
}

/** The columns of a row, of links `l` and their accounts' attributions `a`. */
export const UNSETTLED_COLUMNS = `l.workspace_id, l.ordinal, l.created_at, l.profile_id, l.anonymous_id,
                  l.linked_at IS NOT NULL AS linked, l.visitor_key IS NOT NULL AS has_visitor_key,
                  a.decided_by, a.first_seen_at`;

/** Which links are not settled, of those that were made after $1. */
export const IS_UNSETTLED = `l.created_at > $1 AND (l.linked_at IS NULL OR l.ordinal <= a.decided_by)`;

export function unsettledLinkOf(row: UnsettledRow): UnsettledLink {
  return {
    workspaceId: Number(row.workspace_id),
    ordinal: row.ordinal,
    createdAtMs: row.created_at.getTime(),
    profileId: row.profile_id,
    anonymousId: row.anonymous_id,
    linked: row.linked,
    hasVisitorKey: row.has_visitor_key,
    recorded:
      row.decided_by === null || row.first_seen_at === null
        ? undefined
        : { decidedBy: row.decided_by, firstSeenAtMs: row.first_seen_at.getTime() },
  };
}
