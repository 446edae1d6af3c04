import type { Pool } from '@headwater/kit/pg/pool';
import type { EmailDigests } from '../domain/digest-email';
import { PROFILE_IDS_OF_DIGESTS } from './profile-ids';

/** Which account is asked for. */
export type AccountKey = { readonly digests: EmailDigests } | { readonly userId: string };

export interface FoundAccount {
  /** Undefined while no session of its visitors was observed. */
  readonly attribution: FoundAttribution | undefined;
  readonly visitors: number;
  readonly payments: number;
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
  channel: string | null;
  source: string;
  campaign: string;
  landing: string;
  referrer: string;
  first_seen_at: Date;
  recorded_at: Date;
  rules_version: number;
  visitors: number;
  payments: number;
}

/** The account with its attribution and its counts; undefined when there is none. */
export async function lookUpAttribution(
  pool: Pool,
  workspaceId: number,
  account: AccountKey,
): Promise<FoundAccount | undefined> {
  const byDigest = 'digests' in account;
  const result = await pool.query<Row>({
    name: byDigest ? 'look-up-by-digest' : 'look-up-by-user',
    text: `SELECT a.channel, a.source, a.utm_campaign AS campaign, a.landing, a.referrer, a.first_seen_at, a.recorded_at,
                  a.rules_version,
                  (SELECT count(*)::int FROM identity.links AS l
                    WHERE l.workspace_id = $1 AND l.profile_id = o.id) AS visitors,
                  (SELECT count(*)::int FROM identity.payments AS p
                    WHERE p.workspace_id = $1 AND (p.profile_id = o.id OR p.user_id = o.user_id)) AS payments
             FROM identity.profiles AS o
             LEFT JOIN identity.attributions AS a ON a.workspace_id = $1 AND a.profile_id = o.id
            WHERE o.workspace_id = $1 AND ${byDigest ? `o.id = ANY (${PROFILE_IDS_OF_DIGESTS})` : 'o.user_id = $2'}
            ORDER BY a.first_seen_at NULLS LAST, o.id
            LIMIT 1`,
    values: [workspaceId, byDigest ? account.digests.map(({ digest }) => digest) : account.userId],
  });
  const [row] = result.rows;
  if (!row) return undefined;
  const { channel, first_seen_at, recorded_at, rules_version, visitors, payments, ...texts } = row;
  if (channel === null) return { attribution: undefined, visitors, payments };
  const attribution = {
    channel,
    source: texts.source,
    campaign: texts.campaign,
    landing: texts.landing,
    referrer: texts.referrer,
    firstSeenAtMs: first_seen_at.getTime(),
    recordedAtMs: recorded_at.getTime(),
    rulesVersion: rules_version,
  };
  return { attribution, visitors, payments };
}
