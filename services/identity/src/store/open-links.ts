import type { Pool, PoolClient } from '@headwater/kit/pg/pool';
import type { LinkState } from '../domain/attribution';
import { RECORDED_COLUMNS, recordedOf, type RecordedRow } from './recorded-attribution';

/** A link that late events may still change: pending, or deciding its account's attribution, and at most 30 days old. */
export interface OpenLink extends LinkState {
  readonly workspaceId: number;
  /** Unix milliseconds. */
  readonly createdAtMs: number;
  /** A bigint, as pg returns it. */
  readonly profileId: string;
  readonly anonymousId: string;
  /** False for a link that was created while analytics was unreachable, or before there were visitor keys. */
  readonly hasVisitorKey: boolean;
}

interface Row extends RecordedRow {
  workspace_id: string;
  ordinal: string;
  created_at: Date;
  profile_id: string;
  anonymous_id: string;
  resolved: boolean;
  has_visitor_key: boolean;
}

/** The columns of a `Row`, of links `l` and their accounts' attributions `a`. */
const COLUMNS = `l.workspace_id, l.ordinal, l.created_at, l.profile_id, l.anonymous_id,
                  l.linked_at IS NOT NULL AS resolved, l.visitor_key IS NOT NULL AS has_visitor_key,
                  ${RECORDED_COLUMNS}`;

/** The condition of an open link, among those created after $1. */
const IS_OPEN = `l.created_at > $1 AND (l.linked_at IS NULL OR l.ordinal <= a.decided_by)`;

function openLinkOf(row: Row): OpenLink {
  return {
    workspaceId: Number(row.workspace_id),
    ordinal: row.ordinal,
    createdAtMs: row.created_at.getTime(),
    profileId: row.profile_id,
    anonymousId: row.anonymous_id,
    resolved: row.resolved,
    hasVisitorKey: row.has_visitor_key,
    recorded: recordedOf(row),
  };
}

/** A visitor by its key in analytics. */
export interface TouchedVisitor {
  readonly workspaceId: number;
  readonly visitorKey: Buffer;
}

export interface TouchedPage {
  /** Older links are not open. Unix milliseconds. */
  readonly sinceMs: number;
  readonly visitors: readonly TouchedVisitor[];
}

/**
 * The open links of the given visitors, ordered by workspace. OFFSET 0 is an optimisation fence, so that Postgres looks up
 * each visitor by index: most visitors have no link, but the planner does not know that and would scan all links.
 */
export async function findOpenLinks(
  pool: Pick<Pool | PoolClient, 'query'>,
  { sinceMs, visitors }: TouchedPage,
): Promise<OpenLink[]> {
  if (visitors.length === 0) return [];
  const result = await pool.query<Row>({
    name: 'find-open-links',
    text: `SELECT ${COLUMNS}
             FROM (SELECT DISTINCT * FROM unnest($2::bigint[], $3::bytea[]) AS one (workspace_id, visitor_key)) AS sent
            CROSS JOIN LATERAL (SELECT * FROM identity.links AS stored
                                 WHERE stored.visitor_key = sent.visitor_key AND stored.workspace_id = sent.workspace_id
                                OFFSET 0) AS l
             LEFT JOIN LATERAL (SELECT * FROM identity.attributions AS recorded
                                 WHERE recorded.workspace_id = l.workspace_id AND recorded.profile_id = l.profile_id
                                OFFSET 0) AS a ON true
            WHERE ${IS_OPEN}
            ORDER BY l.workspace_id, l.ordinal`,
    values: [
      new Date(sinceMs),
      visitors.map(({ workspaceId }) => workspaceId),
      visitors.map(({ visitorKey }) => visitorKey),
    ],
  });
  return result.rows.map(openLinkOf);
}

/** Returns open links of all workspaces without a visitor key. Resolving them sets it. */
export async function listNewLinks(
  pool: Pool,
  page: { readonly sinceMs: number; readonly limit: number },
): Promise<OpenLink[]> {
  const result = await pool.query<Row>({
    name: 'list-new-links',
    text: `SELECT ${COLUMNS}
             FROM identity.links AS l
             LEFT JOIN identity.attributions AS a USING (workspace_id, profile_id)
            WHERE l.visitor_key IS NULL AND ${IS_OPEN}
            ORDER BY l.workspace_id
            LIMIT $2`,
    values: [new Date(page.sinceMs), page.limit],
  });
  return result.rows.map(openLinkOf);
}

export interface OpenLinksPage {
  /** Older links are not open. Unix milliseconds. */
  readonly sinceMs: number;
  /** The last link of the previous page; undefined for the first page. */
  readonly after: OpenLink | undefined;
  readonly limit: number;
}

/** A page of the open links of all workspaces, ordered by workspace. Not limited to one workspace: the repair has no caller. */
export async function listOpenLinks(pool: Pool, page: OpenLinksPage): Promise<OpenLink[]> {
  const result = await pool.query<Row>({
    name: 'list-open-links',
    text: `SELECT ${COLUMNS}
             FROM identity.links AS l
             LEFT JOIN identity.attributions AS a USING (workspace_id, profile_id)
            WHERE ${IS_OPEN}
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
  return result.rows.map(openLinkOf);
}

/** The cursor of the last processed page of touched visitors; empty before the first page. */
export async function readTouchedCursor(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ cursor: string }>('SELECT cursor FROM identity.arrivals_read');
  return rows[0]?.cursor ?? '';
}

/** @param now Unix milliseconds */
export async function saveTouchedCursor(pool: Pool, cursor: string, now: number): Promise<void> {
  await pool.query({
    name: 'save-touched-cursor',
    text: `INSERT INTO identity.arrivals_read (cursor, read_at) VALUES ($1, $2)
           ON CONFLICT (only_row) DO UPDATE SET cursor = EXCLUDED.cursor, read_at = EXCLUDED.read_at`,
    values: [cursor, new Date(now)],
  });
}

/** Links of one statement. */
const EXPIRED_BATCH = 1_000;

/**
 * Marks pending links that no event can resolve any more, up to 1,000. Their accounts become unattributed, which is a change.
 *
 * @param sinceMs older links are not open, Unix milliseconds
 * @returns the number of marked links. Lock 4 of `locks.ts`.
 */
export async function expireLinks(pool: Pool, sinceMs: number): Promise<number> {
  const { rowCount } = await pool.query({
    name: 'expire-links',
    text: `WITH locked AS (
             SELECT workspace_id, profile_id, anonymous_id FROM identity.links
              WHERE linked_at IS NULL AND NOT expired AND created_at <= $1
              ORDER BY workspace_id, profile_id, anonymous_id LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED)
           UPDATE identity.links AS l SET expired = true
             FROM locked AS t
            WHERE l.workspace_id = t.workspace_id AND l.profile_id = t.profile_id AND l.anonymous_id = t.anonymous_id`,
    values: [new Date(sinceMs), EXPIRED_BATCH],
  });
  return rowCount ?? 0;
}
