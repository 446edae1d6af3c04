/** The statements that an identify consists of, as somebody would write them who needs nothing else. */
export const BARE = {
  claim: {
    name: 'bare-claim',
    text: `INSERT INTO identity.profiles (workspace_id, email_digest, key_id, created_at, updated_at)
           SELECT $1, digest, 'bare', now(), now() FROM unnest($2::bytea[]) AS digest
           ON CONFLICT (workspace_id, email_digest) DO NOTHING`,
  },
  lock: {
    name: 'bare-lock',
    text: `SELECT id, email_digest, key_id, user_id, plan, company, mrr, traits FROM identity.profiles
            WHERE workspace_id = $1 AND email_digest = ANY ($2::bytea[]) ORDER BY id FOR UPDATE`,
  },
  write: {
    name: 'bare-write',
    text: `UPDATE identity.profiles AS p SET plan = sent.plan, mrr = sent.mrr, updated_at = now()
             FROM unnest($2::bigint[], $3::text[], $4::numeric[]) AS sent (id, plan, mrr)
            WHERE p.workspace_id = $1 AND p.id = sent.id`,
  },
  link: {
    name: 'bare-link',
    text: `INSERT INTO identity.links (workspace_id, profile_id, anonymous_id, created_at, linked_at)
           VALUES ($1, $2, $3, now(), now())
           ON CONFLICT (workspace_id, profile_id, anonymous_id)
           DO UPDATE SET linked_at = coalesce(links.linked_at, excluded.linked_at)
           RETURNING ordinal`,
  },
  record: {
    name: 'bare-record',
    text: `INSERT INTO identity.attributions (workspace_id, profile_id, channel, source, utm_campaign, landing, referrer,
                                              first_seen_at, rules_version, recorded_at, decided_by)
           VALUES ($1, $2, 'Organic Search', 'Google', '', 'example.com/pricing', 'google.com', now(), 1, now(), $3)
           ON CONFLICT (workspace_id, profile_id) DO NOTHING`,
  },
} as const;
