import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { createLog } from '@headwater/kit/log';
import { createPool } from '@headwater/kit/pg/pool';

/** A sign-up of a new visitor with a new email address. */
export interface SignUp {
  readonly anonymousId: string;
  readonly email: string;
  readonly plan: string;
  readonly mrr: number;
}

/** The calls of a round: one account per call, or bulk calls. */
export type WorkKind = 'single' | 'bulk';

/** Accounts per bulk call. */
export const BULK_ROWS = 1_000;

const PLANS = ['free', 'pro', 'team'];

/** Returns a generator of sign-ups, unique for the prefix. */
export function signUps(prefix: string): () => SignUp {
  let count = 0;
  return () => {
    const number = count++;
    return {
      anonymousId: `${prefix}-${number}`,
      email: `${prefix}.account-${number}@customers.example`,
      plan: PLANS[number % PLANS.length] ?? '',
      mrr: number % 500,
    };
  };
}

/** Only the HMAC and the SQL of identify. */
interface BaselineAccounts {
  identify(signUp: SignUp): Promise<unknown>;
  identifyInBulk(rows: readonly SignUp[]): Promise<unknown>;
}

const WORKSPACE = 2;
const VISITOR_KEY = Buffer.alloc(8);

export function createBaselineAccounts(databaseUrl: string): BaselineAccounts {
  const pool = createPool({ databaseUrl, applicationName: 'bench', log: createLog('bench', 'silent') });
  const key = createSecretKey(randomBytes(32));
  const digest = (email: string): Buffer =>
    createHmac('sha256', key).update(`${WORKSPACE}\0${email}`).digest();
  return {
    identify: ({ email, anonymousId, plan, mrr }) =>
      pool.query({
        ...STATEMENTS.identify,
        values: [WORKSPACE, digest(email), plan, mrr, anonymousId, VISITOR_KEY],
      }),
    identifyInBulk: (rows) =>
      pool.query({
        ...STATEMENTS.identifyInBulk,
        values: [
          WORKSPACE,
          rows.map(({ email }) => digest(email)),
          rows.map(({ plan }) => plan),
          rows.map(({ mrr }) => mrr),
        ],
      }),
  };
}

/**
 * The rows that the service writes, in one statement: profile, link and attribution of an identify call, and the profiles of a
 * bulk call.
 */
const STATEMENTS = {
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
