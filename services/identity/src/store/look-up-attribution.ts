import type { Pool } from '@headwater/kit/pg/pool';
import type { EmailDigests } from '../domain/digest-email';
import { PROFILE_IDS_OF_DIGESTS } from './profile-ids';

/** Which account is asked for. */
export type AccountKey = { readonly digests: EmailDigests } | { readonly userId: string };

export interface FoundAccount {
  /** A bigint, as pg gives it. */
  readonly profileId: string;
  readonly userId: string | null;
  /** Undefined while no session of its visitors was observed. */
  readonly attribution: FoundAttribution | undefined;
  /** Linked visitors, and those of them whose link is pending. */
  readonly visitors: number;
  readonly pendingVisitors: number;
}

interface FoundAttribution {
  readonly channel: string;
  readonly source: string;
  readonly campaign: string;
  readonly landing: string;
  readonly referrer: string;
  /** Unix milliseconds, as the next. */
  readonly firstSeenAtMs: number;
  readonly recordedAtMs: number;
  readonly rulesVersion: number;
}

interface Row {
  id: string;
  user_id: string | null;
  channel: string | null;
  source: string;
  campaign: string;
  landing: string;
  referrer: string;
  first_seen_at: Date;
  recorded_at: Date;
  rules_version: number;
  visitors: number;
  pending_visitors: number;
}

/** The account with its attribution and its visitors' number; undefined when there is none. */
export async function lookUpAttribution(
  pool: Pool,
  workspaceId: number,
  account: AccountKey,
): Promise<FoundAccount | undefined> {
  const byDigest = 'digests' in account;
  const result = await pool.query<Row>({
    name: byDigest ? 'look-up-by-digest' : 'look-up-by-user',
    text: `SELECT o.id, o.user_id, a.channel, a.source, a.utm_campaign AS campaign, a.landing, a.referrer, a.first_seen_at,
                  a.recorded_at, a.rules_version, v.visitors, v.pending_visitors
             FROM identity.profiles AS o
             LEFT JOIN identity.attributions AS a ON a.workspace_id = $1 AND a.profile_id = o.id
             CROSS JOIN LATERAL (
               SELECT count(*)::int AS visitors, (count(*) FILTER (WHERE linked_at IS NULL))::int AS pending_visitors
                 FROM identity.links AS l
                WHERE l.workspace_id = $1 AND l.profile_id = o.id) AS v
            WHERE o.workspace_id = $1 AND ${byDigest ? `o.id = ANY (${PROFILE_IDS_OF_DIGESTS})` : 'o.user_id = $2'}
            ORDER BY a.first_seen_at NULLS LAST, o.id
            LIMIT 1`,
    values: [workspaceId, byDigest ? account.digests.map(({ digest }) => digest) : account.userId],
  });
  const [row] = result.rows;
  return row && { ...accountOf(row), attribution: attributionOf(row) };
}

function accountOf({ id, user_id, visitors, pending_visitors }: Row) {
  return { profileId: id, userId: user_id, visitors, pendingVisitors: pending_visitors };
}

function attributionOf(row: Row): FoundAttribution | undefined {
  if (row.channel === null) return undefined;
  const { channel, source, campaign, landing, referrer } = row;
  return {
    channel,
    source,
    campaign,
    landing,
    referrer,
    firstSeenAtMs: row.first_seen_at.getTime(),
    recordedAtMs: row.recorded_at.getTime(),
    rulesVersion: row.rules_version,
  };
}
