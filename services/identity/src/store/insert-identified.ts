import type { Pool } from '@headwater/kit/pg/pool';
import type { Attribution } from '../domain/attribution';
import type { EmailDigest } from '../domain/digest-email';
import type { Profile } from '../domain/profile';
import { traitsJson } from '../domain/trait';

export interface InsertIdentified extends EmailDigest {
  readonly workspaceId: number;
  readonly profile: Profile;
  readonly anonymousId: string;
  /** What analytics calls the visitor. */
  readonly visitorKey: Buffer;
  /** The visitor's first session; absent when none was observed, and then the link is pending. */
  readonly attribution: Attribution | undefined;
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * Makes the profile of an account, its link to a visitor and the record of its channel, in one statement.
 *
 * @returns false when there is a profile already: nothing was written then. Where another call makes it at the moment, this
 * one waits to see.
 */
export async function insertIdentified(pool: Pool, insert: InsertIdentified): Promise<boolean> {
  const { profile, attribution } = insert;
  const now = new Date(insert.now);
  const result = await pool.query({
    name: 'insert-identified',
    text: `WITH made AS (
             INSERT INTO identity.profiles (workspace_id, email_digest, key_id, user_id, plan, company, mrr, traits,
                                            created_at, updated_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
             ON CONFLICT (workspace_id, email_digest) DO NOTHING
             RETURNING id),
           linked AS (
             INSERT INTO identity.links (workspace_id, profile_id, anonymous_id, visitor_key, created_at, linked_at)
             SELECT $1, id, $10, $11, $9, CASE WHEN $12::text IS NOT NULL THEN $9::timestamptz END FROM made
             RETURNING profile_id, ordinal),
           recorded AS (
             INSERT INTO identity.attributions (workspace_id, profile_id, channel, source, utm_campaign, landing,
                                                referrer, first_seen_at, rules_version, recorded_at, decided_by,
                                                site_id, country, utm_source, utm_medium)
             SELECT $1, profile_id, $12, $13, $14, $15, $16, $17, $18, $9, ordinal, $19, $20, $21, $22
               FROM linked WHERE $12 IS NOT NULL)
           SELECT FROM made`,
    values: [
      insert.workspaceId,
      insert.digest,
      insert.keyId,
      profile.userId,
      profile.plan,
      profile.company,
      profile.mrr === null ? null : String(profile.mrr),
      traitsJson(profile.traits),
      now,
      insert.anonymousId,
      // Empty from an analytics of the release before.
      insert.visitorKey.length > 0 ? insert.visitorKey : null,
      attribution?.channel,
      attribution?.source,
      attribution?.utmCampaign,
      attribution?.landing,
      attribution?.referrer,
      attribution && new Date(attribution.firstSeenAtMs),
      attribution?.rulesVersion,
      attribution?.siteId,
      attribution?.country,
      attribution?.utmSource,
      attribution?.utmMedium,
    ],
  });
  return result.rowCount === 1;
}
