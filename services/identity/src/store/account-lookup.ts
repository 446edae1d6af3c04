import type { Pool } from '@headwater/kit/pg/pool';
import type { EmailDigests } from '../domain/email';
import type { PaymentType } from '../domain/payment';
import { ownerOfUserId, PAYMENTS_WITH_OWNERS } from './payments';
import { PROFILE_IDS_OF_DIGESTS } from './profiles';

/** The key of a lookup. */
export type AccountKey = { readonly digests: EmailDigests } | { readonly userId: string };

export interface FoundAccount {
  /** A bigint, as pg returns it. */
  readonly profileId: string;
  readonly userId: string | null;
  /** Undefined until a session of one of its visitors is observed. */
  readonly attribution: FoundAttribution | undefined;
  /** Number of linked visitors, and how many of their links are pending. */
  readonly visitors: number;
  readonly pendingVisitors: number;
}

export interface FoundAttribution {
  readonly channel: string;
  readonly source: string;
  readonly campaign: string;
  readonly landing: string;
  readonly referrer: string;
  /** Unix milliseconds, like `recordedAtMs`. */
  readonly firstSeenAtMs: number;
  readonly recordedAtMs: number;
  readonly rulesVersion: number;
}

interface AccountRow {
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

/** The account with its attribution and the number of its visitors; undefined when there is none. */
export async function findAccount(
  pool: Pool,
  workspaceId: number,
  account: AccountKey,
): Promise<FoundAccount | undefined> {
  const byDigest = 'digests' in account;
  const result = await pool.query<AccountRow>({
    name: byDigest ? 'find-account-by-digest' : 'find-account-by-user',
    text: `SELECT o.id, o.user_id, a.channel, a.source, a.utm_campaign AS campaign, a.landing, a.referrer, a.first_seen_at,
                  a.recorded_at, a.rules_version, v.visitors, v.pending_visitors
             FROM identity.profiles AS o
             LEFT JOIN identity.attributions AS a ON a.workspace_id = $1 AND a.profile_id = o.id
             CROSS JOIN LATERAL (
               SELECT count(*)::int AS visitors, (count(*) FILTER (WHERE linked_at IS NULL))::int AS pending_visitors
                 FROM identity.links AS l
                WHERE l.workspace_id = $1 AND l.profile_id = o.id) AS v
            WHERE o.workspace_id = $1 AND o.id = ANY (${byDigest ? PROFILE_IDS_OF_DIGESTS : ownerOfUserId('$2')})
            ORDER BY a.first_seen_at NULLS LAST, o.id
            LIMIT 1`,
    values: [workspaceId, byDigest ? account.digests.map(({ digest }) => digest) : account.userId],
  });
  const [row] = result.rows;
  return (
    row && {
      profileId: row.id,
      userId: row.user_id,
      visitors: row.visitors,
      pendingVisitors: row.pending_visitors,
      attribution: attributionOf(row),
    }
  );
}

function attributionOf(row: AccountRow): FoundAttribution | undefined {
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

/** The visitors with a resolved link, latest link first. Only for calls to analytics: no response contains them. */
export async function listLinkedVisitors(
  pool: Pool,
  workspaceId: number,
  { profileId, limit }: { readonly profileId: string; readonly limit: number },
): Promise<string[]> {
  const result = await pool.query<{ anonymous_id: string }>({
    name: 'list-linked-visitors',
    text: `SELECT anonymous_id
             FROM identity.links
            WHERE workspace_id = $1 AND profile_id = $2 AND linked_at IS NOT NULL
            ORDER BY ordinal DESC
            LIMIT $3`,
    values: [workspaceId, profileId, limit],
  });
  return result.rows.map(({ anonymous_id }) => anonymous_id);
}

/** The account whose payments are read. */
export interface PayingAccount {
  /** A bigint, as pg returns it. */
  readonly profileId: string;
  readonly userId: string | null;
  /** Max number of listed payments, newest first, across all currencies. */
  readonly limit: number;
}

/** The payments of an account in one currency. Money in minor units. */
export interface AccountSums {
  readonly currency: string;
  readonly gross: bigint;
  readonly refunds: bigint;
  readonly payments: number;
  readonly refunded: number;
}

export interface ListedPayment {
  readonly paymentId: string;
  readonly type: PaymentType;
  readonly amountMinor: bigint;
  readonly currency: string;
  /** Unix milliseconds. */
  readonly occurredAtMs: number;
}

interface AccountPaymentRow extends Omit<PaymentRow, 'currency'> {
  /** Null for an account without payments. */
  currency: string | null;
}

interface PaymentRow {
  currency: string;
  gross: string;
  refunds: string;
  payments: number;
  refunded: number;
  payment_id: string | null;
  type: PaymentType;
  amount_minor: string;
  occurred_at: Date;
}

/**
 * The payments of the account, with the owners that revenue reports use; undefined after an erasure. One statement, so that
 * sums and list agree, and so that an erased account is not returned as one without payments.
 */
export async function readAccountPayments(
  pool: Pool,
  workspaceId: number,
  account: PayingAccount,
): Promise<{ sums: AccountSums[]; latest: ListedPayment[] } | undefined> {
  const result = await pool.query<AccountPaymentRow>({
    name: 'read-account-payments',
    text: `WITH paid AS (
             SELECT p.payment_id, p.type, p.currency, p.amount_minor, p.occurred_at,
                    row_number() OVER (ORDER BY p.occurred_at DESC, p.payment_id COLLATE "C") AS position
               FROM ${PAYMENTS_WITH_OWNERS}
              WHERE p.workspace_id = $1 AND (p.profile_id = $2 OR p.user_id = $3) AND o.id = $2),
           sums AS (
             SELECT currency,
                    coalesce(sum(amount_minor) FILTER (WHERE type <> 'refund'), 0) AS gross,
                    coalesce(sum(amount_minor) FILTER (WHERE type = 'refund'), 0) AS refunds,
                    (count(*) FILTER (WHERE type <> 'refund'))::int AS payments,
                    (count(*) FILTER (WHERE type = 'refund'))::int AS refunded
               FROM paid
              GROUP BY currency)
           SELECT sums.currency, sums.gross, sums.refunds, sums.payments, sums.refunded,
                  paid.payment_id, paid.type, paid.amount_minor, paid.occurred_at
             FROM identity.profiles AS account
             LEFT JOIN sums ON true
             LEFT JOIN (SELECT * FROM paid WHERE position <= $4) AS paid ON paid.currency = sums.currency
            WHERE account.workspace_id = $1 AND account.id = $2
            ORDER BY paid.position`,
    values: [workspaceId, account.profileId, account.userId, account.limit],
  });
  if (result.rows.length === 0) return undefined;
  const rows = result.rows.filter((row): row is PaymentRow => row.currency !== null);
  const sums = new Map(rows.map((row) => [row.currency, sumsOf(row)]));
  return {
    sums: [...sums.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1)),
    latest: rows.flatMap(listedOf),
  };
}

function sumsOf({ currency, gross, refunds, payments, refunded }: PaymentRow): AccountSums {
  return { currency, gross: BigInt(gross), refunds: BigInt(refunds), payments, refunded };
}

function listedOf({ payment_id, type, amount_minor, currency, occurred_at }: PaymentRow): ListedPayment[] {
  if (payment_id === null) return [];
  const amountMinor = BigInt(amount_minor);
  return [{ paymentId: payment_id, type, amountMinor, currency, occurredAtMs: occurred_at.getTime() }];
}
