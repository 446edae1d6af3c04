import type { Pool } from '@headwater/kit/pg/pool';
import { noticeId, type Notice } from '../domain/notice';

interface Row {
  readonly workspace_id: string;
  readonly profile_id: string;
  readonly anonymous_id: string;
  readonly ordinal: string;
  readonly linked_at: Date;
  readonly user_id: string | null;
  readonly channel: string;
  readonly source: string;
  readonly site_id: string | null;
}

/** A link, and what is to be told of it. */
export interface LinkToTell {
  readonly workspaceId: number;
  /** A bigint, as pg gives it. */
  readonly profileId: string;
  readonly anonymousId: string;
  readonly notice: Notice;
}

/** Settled links that were not told yet, of every workspace, first settled first. */
export async function listLinksToTell(pool: Pool, limit: number): Promise<LinkToTell[]> {
  const { rows } = await pool.query<Row>({
    name: 'list-links-to-tell',
    text: `SELECT l.workspace_id, l.profile_id, l.anonymous_id, l.ordinal, l.linked_at, p.user_id, a.channel, a.source,
                  a.site_id
             FROM identity.links AS l
             JOIN identity.profiles AS p ON p.workspace_id = l.workspace_id AND p.id = l.profile_id
             JOIN identity.attributions AS a ON a.workspace_id = l.workspace_id AND a.profile_id = l.profile_id
            WHERE l.linked_at IS NOT NULL AND NOT l.told
            ORDER BY l.linked_at LIMIT $1`,
    values: [limit],
  });
  return rows.map((row) => {
    const workspaceId = Number(row.workspace_id);
    const notice: Notice = {
      workspaceId,
      id: noticeId('identity.linked', workspaceId, row.ordinal),
      type: 'identity.linked',
      at: row.linked_at.getTime(),
      data: {
        userId: row.user_id,
        channel: row.channel,
        source: row.source === '' ? null : row.source,
        siteId: row.site_id === null ? null : Number(row.site_id),
      },
    };
    return { workspaceId, profileId: row.profile_id, anonymousId: row.anonymous_id, notice };
  });
}

/** Notes that links were told. They are locked in the order of ids, as everywhere. */
export async function markLinksTold(pool: Pool, links: readonly LinkToTell[]): Promise<void> {
  await pool.query({
    name: 'mark-links-told',
    text: `WITH locked AS (
             SELECT workspace_id, profile_id, anonymous_id
               FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS t (workspace_id, profile_id, anonymous_id)
               JOIN identity.links AS l USING (workspace_id, profile_id, anonymous_id)
              ORDER BY workspace_id, profile_id, anonymous_id FOR NO KEY UPDATE OF l)
           UPDATE identity.links AS l SET told = true
             FROM locked AS t
            WHERE l.workspace_id = t.workspace_id AND l.profile_id = t.profile_id AND l.anonymous_id = t.anonymous_id`,
    values: [
      links.map(({ workspaceId }) => workspaceId),
      links.map(({ profileId }) => profileId),
      links.map(({ anonymousId }) => anonymousId),
    ],
  });
}
