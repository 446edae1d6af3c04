/**
 * What an identify writes, each in one statement, as somebody would write it who needs nothing else: the profile, its link,
 * the record of its channel; and the profiles of a bulk call. The same rows as the service leaves.
 */
export const BARE = {
  identify: {
    name: 'bare-identify',
    text: `WITH made AS (
             INSERT INTO identity.profiles (workspace_id, email_digest, key_id, plan, mrr, created_at, updated_at)
             VALUES ($1, $2, 'bare', $3, $4, now(), now())
             ON CONFLICT (workspace_id, email_digest)
             DO UPDATE SET plan = excluded.plan, mrr = excluded.mrr, updated_at = now()
             RETURNING id),
           linked AS (
             INSERT INTO identity.links (workspace_id, profile_id, anonymous_id, visitor_key, created_at, linked_at)
             SELECT $1, id, $5, $6, now(), now() FROM made
             ON CONFLICT (workspace_id, profile_id, anonymous_id)
             DO UPDATE SET linked_at = coalesce(links.linked_at, excluded.linked_at)
             RETURNING profile_id, ordinal)
           INSERT INTO identity.attributions (workspace_id, profile_id, channel, source, utm_campaign, landing, referrer,
                                              first_seen_at, rules_version, recorded_at, decided_by, site_id, country)
           SELECT $1, profile_id, 'Organic Search', 'Google', '', 'example.com/pricing', 'google.com', now(), 1, now(),
                  ordinal, 1, 'DE'
             FROM linked
           ON CONFLICT (workspace_id, profile_id) DO NOTHING`,
  },
  identifyInBulk: {
    name: 'bare-bulk',
    text: `INSERT INTO identity.profiles (workspace_id, email_digest, key_id, plan, mrr, created_at, updated_at)
           SELECT $1, digest, 'bare', plan, mrr, now(), now()
             FROM unnest($2::bytea[], $3::text[], $4::numeric[]) AS sent (digest, plan, mrr)
           ON CONFLICT (workspace_id, email_digest)
           DO UPDATE SET plan = excluded.plan, mrr = excluded.mrr, updated_at = now()`,
  },
} as const;
