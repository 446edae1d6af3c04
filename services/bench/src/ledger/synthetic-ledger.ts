import type { Pool } from '@headwater/kit/pg/pool';

/** The workspace of the generated accounts. */
export const WORKSPACE = 1;

export interface LedgerSize {
  readonly accounts: number;
  readonly payments: number;
}

/** Days before now in which the accounts were identified. */
const DAYS = 730;

/**
 * Fills a migrated schema with the accounts of two years: 93 % linked, 5 % unattributed, 2 % pending; channels and sources by Zipf's law;
 * three touches for each linked account; payments by half of the accounts, in up to 20 months, every tenth by user id, in two currencies,
 * some of them refunds. Equal sizes give equal rows, relative to now.
 */
export async function seedLedger(pool: Pool, { accounts, payments }: LedgerSize): Promise<void> {
  const client = await pool.connect();
  try {
    // Without triggers, which queue each change separately.
    await client.query('SET session_replication_role = replica');
    for (const sql of statements(accounts, payments)) await client.query(sql);
    await client.query('SET session_replication_role = origin');
    await client.query('VACUUM ANALYZE');
  } finally {
    client.release();
  }
}

/** A pseudo-random number from 0 to 1 for an id and the name of a property. */
const random = (id: string, property: string): string =>
  `((hashtextextended('${property}', ${id}) & 1073741823) / 1073741823.0)`;

/** One of the values of an array, the first ones more often. */
const oneOf = (values: string, id: string, property: string): string =>
  `(${values})[1 + floor(array_length(${values}, 1) * power(${random(id, property)}, 3) * 0.999999)::int]`;

const texts = (values: readonly string[]): string => `ARRAY['${values.join("', '")}']`;

const CHANNELS = texts([
  ...[
    'Organic Search',
    'Direct',
    'Paid Search',
    'Referral',
    'Organic Social',
    'Email',
    'Paid Social',
    'Affiliates',
  ],
  ...['AI Assistants', 'Organic Video', 'Display', 'Paid Video'],
]);
const SOURCES = texts(
  ['Google', '', 'Bing', 'GitHub', 'LinkedIn', 'Newsletter', 'Facebook'].concat(
    Array.from({ length: 93 }, (_, n) => `site-${n}.example`),
  ),
);
const COUNTRIES = texts(['US', 'DE', 'GB', 'FR', 'IN', 'BR', 'CA', 'NL', 'ES', 'JP', 'AU', 'SE', 'PL', 'IT']);
const DEVICES = texts(['desktop', 'mobile', 'tablet']);
const PLANS = texts(['free', 'pro', 'team', 'enterprise']);

/** Columns of a session, of the id `id`. */
const session = (id: string, property: string): Readonly<Record<string, string>> => ({
  channel: oneOf(CHANNELS, id, `channel ${property}`),
  source: oneOf(SOURCES, id, `source ${property}`),
  campaign: `CASE WHEN ${random(id, `has ${property}`)} < 0.3 THEN 'campaign-' || floor(200 * ${random(id, `campaign ${property}`)})::int ELSE '' END`,
  landing: `'example.com/page-' || floor(500 * power(${random(id, `landing ${property}`)}, 3))::int`,
  referrer: `CASE WHEN ${random(id, `referrer ${property}`)} < 0.7 THEN 'google.com' ELSE '' END`,
  device: oneOf(DEVICES, id, `device ${property}`),
});

function statements(accounts: number, payments: number): string[] {
  const first = session('p.id', 'first');
  const later = session('p.id', "' || n || '");
  return [
    `INSERT INTO identity.profiles (workspace_id, email_digest, key_id, user_id, plan, company, mrr, created_at, updated_at)
     SELECT ${WORKSPACE}, sha256(n::text::bytea), 'k1', 'user-' || n, ${oneOf(PLANS, 'n', 'plan')}, 'company-' || n / 3,
            floor(300 * power(${random('n', 'mrr')}, 4)), at, at
       FROM generate_series(1, ${accounts}) AS n
      CROSS JOIN LATERAL (SELECT now() - interval '${DAYS} days' * (1 - n / ${accounts}.0) AS at) AS time`,
    `INSERT INTO identity.links (workspace_id, profile_id, anonymous_id, visitor_key, created_at, linked_at, told, expired, touches_due_at)
     SELECT ${WORKSPACE}, id, 'visitor-' || id, substring(sha256(id::text::bytea) FROM 1 FOR 8), created_at,
            CASE WHEN id % 100 < 93 THEN created_at END, true, id % 100 >= 93 AND created_at < now() - interval '30 days', NULL
       FROM identity.profiles WHERE id % 100 < 98 ORDER BY id`,
    `INSERT INTO identity.attributions (workspace_id, profile_id, channel, source, utm_campaign, landing, referrer, first_seen_at,
                                        rules_version, recorded_at, site_id, country, utm_source, utm_medium)
     SELECT ${WORKSPACE}, id, ${first['channel']}, ${first['source']}, ${first['campaign']}, ${first['landing']}, ${first['referrer']},
            date_trunc('milliseconds', created_at - interval '20 days' * power(${random('id', 'age')}, 3)), 1, created_at, 1 + id % 3,
            ${oneOf(COUNTRIES, 'id', 'country')}, lower(${first['source']}), ''
       FROM identity.profiles AS p WHERE id % 100 < 93 ORDER BY id`,
    `INSERT INTO identity.touches (workspace_id, profile_id, anonymous_id, at, channel, source, campaign, landing, referrer, device)
     SELECT ${WORKSPACE}, profile_id, 'visitor-' || profile_id, first_seen_at, channel, source, utm_campaign, landing, referrer,
            ${first['device']}
       FROM (SELECT *, profile_id AS id FROM identity.attributions) AS p ORDER BY profile_id`,
    `INSERT INTO identity.touches (workspace_id, profile_id, anonymous_id, at, channel, source, campaign, landing, referrer, device)
     SELECT ${WORKSPACE}, id, 'visitor-' || id,
            first_seen_at + n * interval '1 day' * (0.1 + 40 * ${random('id', "' || n || '")}), ${later['channel']}, ${later['source']},
            ${later['campaign']}, ${later['landing']}, ${later['referrer']}, ${later['device']}
       FROM (SELECT profile_id AS id, first_seen_at FROM identity.attributions) AS p CROSS JOIN generate_series(1, 2) AS n
      ORDER BY id`,
    `INSERT INTO identity.payments (workspace_id, payment_id, profile_id, user_id, currency, amount_minor, type, occurred_at, created_at,
                                    notice)
     SELECT ${WORKSPACE}, 'payment-' || id || '-' || n, CASE WHEN n % 10 <> 0 THEN id END, CASE WHEN n % 10 = 0 THEN user_id END,
            CASE WHEN id % 5 = 0 THEN 'USD' ELSE 'EUR' END, 900 + id % 7919, CASE n % 20 WHEN 7 THEN 'refund' WHEN 0 THEN 'sale' ELSE 'subscription' END,
            at, at, 'told'
       FROM (SELECT id, user_id, created_at FROM identity.profiles WHERE id % 2 = 0) AS p
      CROSS JOIN generate_series(1, ${Math.ceil((payments / accounts) * 2)}) AS n
      CROSS JOIN LATERAL (SELECT created_at + (now() - created_at) * ((n - ${random('id', 'part')}) / ${Math.ceil((payments / accounts) * 2)}.0) AS at) AS time
      ORDER BY at`,
    `INSERT INTO identity.costs (workspace_id, day, channel, source, campaign, currency, amount_minor, clicks, impressions, updated_at)
     SELECT ${WORKSPACE}, day, channel, '', 'campaign-' || n, 'EUR', 300000 + n, 10, 1000, now()
       FROM generate_series(now() - interval '${DAYS} days', now(), interval '1 day') AS day
      CROSS JOIN unnest(ARRAY['Paid Search', 'Paid Social', 'Display']) AS channel CROSS JOIN generate_series(1, 20) AS n`,
    `INSERT INTO identity.account_changes (workspace_id, profile_id) SELECT workspace_id, id FROM identity.profiles ORDER BY id`,
  ];
}
