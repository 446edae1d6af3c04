import type { PoolClient } from '@headwater/kit/pg/pool';
import type { Attribution } from '../domain/attribution';
import { pendingSince } from '../domain/pending-days';
import type { LinkPlace } from './put-link';

export interface RecordAttribution {
  readonly workspaceId: number;
  /** Locked by the caller's transaction. */
  readonly profileId: string;
  /** Whose visitor had the session. */
  readonly link: LinkPlace;
  readonly attribution: Attribution;
  /** Unix milliseconds. */
  readonly now: number;
}

interface Recorded {
  channel: string;
  /** True when the first linked visitor turns out to have had an earlier session, or one at all. */
  outdated: boolean;
}

/**
 * Records the attribution when the profile has none. One that events disprove, which came late but within the days of
 * grace, gives way to it: so the record does not depend on the order in which events arrived.
 *
 * @returns the channel that is recorded, now or long since.
 */
export async function recordAttribution(client: PoolClient, record: RecordAttribution): Promise<string> {
  const recorded = await insertAttribution(client, record);
  if (!recorded.outdated || record.link.createdAtMs <= pendingSince(record.now)) return recorded.channel;
  await client.query({
    name: 'withdraw-attribution',
    text: 'DELETE FROM identity.attributions WHERE workspace_id = $1 AND profile_id = $2',
    values: [record.workspaceId, record.profileId],
  });
  return (await insertAttribution(client, record)).channel;
}

async function insertAttribution(client: PoolClient, record: RecordAttribution): Promise<Recorded> {
  const { attribution } = record;
  const result = await client.query<Recorded>({
    name: 'record-attribution',
    text: `WITH recorded AS (
             INSERT INTO identity.attributions (workspace_id, profile_id, channel, source, utm_campaign, landing,
                                                referrer, first_seen_at, rules_version, recorded_at, decided_by,
                                                site_id, country, utm_source, utm_medium)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
             ON CONFLICT (workspace_id, profile_id) DO NOTHING
             RETURNING channel)
           SELECT channel, false AS outdated FROM recorded
           UNION ALL
           SELECT channel, coalesce((decided_by, first_seen_at) > ($11::bigint, $8::timestamptz), false)
             FROM identity.attributions WHERE workspace_id = $1 AND profile_id = $2`,
    values: [
      record.workspaceId,
      record.profileId,
      attribution.channel,
      attribution.source,
      attribution.utmCampaign,
      attribution.landing,
      attribution.referrer,
      new Date(attribution.firstSeenAtMs),
      attribution.rulesVersion,
      new Date(record.now),
      record.link.ordinal,
      attribution.siteId,
      attribution.country,
      attribution.utmSource,
      attribution.utmMedium,
    ],
  });
  const recorded = result.rows[0];
  if (recorded === undefined) throw new Error('A recorded attribution was not found.'); // the profile is locked
  return recorded;
}
