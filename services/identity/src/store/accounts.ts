import type { Window } from '@headwater/kit/calendar/window';
import type { Pool } from '@headwater/kit/pg/pool';
import type { AccountStatus, CustomerDimension } from '@headwater/protos/vocabulary';
import type { Filter } from '../domain/revenue-query';
import type { FoundAttribution } from './account-lookup';
import { ACCOUNT_DIMENSIONS } from './customers';
import { filterSql } from './dimension-sql';
import { ownerOfUserId } from './payments';

/** An account of the ledger, without its address and its traits. */
export interface Account {
  readonly id: number;
  readonly userId: string | null;
  readonly company: string | null;
  readonly plan: string | null;
  /** A decimal number of major units. */
  readonly mrr: string | null;
  readonly status: AccountStatus;
  readonly attribution:
    (FoundAttribution & { readonly country: string; readonly device: string }) | undefined;
  /** Unix milliseconds. */
  readonly identifiedAtMs: number;
  /** In the change feed; 0 before the account is numbered. */
  readonly position: number;
  readonly revenue: readonly AccountRevenueSums[];
  readonly visitors: number;
  readonly pendingVisitors: number;
}

/** The payments of an account in one currency. Money in minor units. */
export interface AccountRevenueSums {
  readonly currency: string;
  readonly gross: bigint;
  readonly refunds: bigint;
  readonly payments: number;
  /** Unix milliseconds; null for refunds only. */
  readonly firstPaidAtMs: number | null;
  readonly lastPaidAtMs: number | null;
}

interface Row {
  id: string;
  user_id: string | null;
  company: string | null;
  plan: string | null;
  mrr: string | null;
  created_at: Date;
  position: string;
  channel: string | null;
  source: string;
  campaign: string;
  landing: string;
  referrer: string;
  country: string;
  device: string | null;
  first_seen_at: Date;
  recorded_at: Date;
  rules_version: number;
  visitors: number;
  pending_visitors: number;
  is_open: boolean;
  /** Money as text: JSON numbers would be rounded. */
  revenue:
    | {
        currency: string;
        gross: string;
        refunds: string;
        payments: number;
        first_paid_at: number | null;
        last_paid_at: number | null;
      }[]
    | null;
}

/**
 * SQL of accounts with their links and revenue: workspace $1, creation time of the oldest open link $2.
 *
 * @param page FROM item with `ordinal`, `profile_id` and `position`. Each account is looked up by index: OFFSET 0 is an optimisation fence.
 */
function accountsSql(page: string): string {
  return `SELECT o.id, o.user_id, o.company, o.plan, o.mrr::text, o.created_at, page.ordinal, page.position,
       a.channel, a.source, a.utm_campaign AS campaign, a.landing, a.referrer, a.country, d.device, a.first_seen_at, a.recorded_at,
       a.rules_version, v.visitors, v.pending_visitors, v.is_open, paid.revenue
  FROM (${page} OFFSET 0) AS page
  JOIN LATERAL (SELECT * FROM identity.profiles AS x WHERE x.workspace_id = $1 AND x.id = page.profile_id OFFSET 0) AS o ON true
  LEFT JOIN LATERAL (SELECT * FROM identity.attributions AS x
                      WHERE x.workspace_id = $1 AND x.profile_id = o.id OFFSET 0) AS a ON true
  LEFT JOIN LATERAL (SELECT t.device FROM identity.touches AS t
                      WHERE t.workspace_id = $1 AND t.profile_id = o.id AND t.at = a.first_seen_at
                      ORDER BY t.anonymous_id LIMIT 1) AS d ON true
 CROSS JOIN LATERAL (
    SELECT count(*)::int AS visitors, (count(*) FILTER (WHERE linked_at IS NULL))::int AS pending_visitors,
           coalesce(bool_or(linked_at IS NULL AND created_at > $2), false) AS is_open
      FROM identity.links AS l WHERE l.workspace_id = $1 AND l.profile_id = o.id) AS v
  LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object(
             'currency', s.currency, 'gross', s.gross::text, 'refunds', s.refunds::text, 'payments', s.payments,
             'first_paid_at', (extract(epoch FROM s.first_paid_at) * 1000)::bigint,
             'last_paid_at', (extract(epoch FROM s.last_paid_at) * 1000)::bigint) ORDER BY s.currency COLLATE "C") AS revenue
      FROM identity.account_facts AS s WHERE s.workspace_id = $1 AND s.profile_id = o.id AND s.currency <> '') AS paid ON true
 ORDER BY page.ordinal`;
}

interface ReadAccounts {
  readonly workspaceId: number;
  /** Older links get no attribution any more. Unix milliseconds. */
  readonly openSinceMs: number;
}

/** Accounts that changed after a position of the feed, in the order of their changes. */
export async function listAccounts(
  pool: Pool,
  {
    workspaceId,
    openSinceMs,
    after,
    limit,
  }: ReadAccounts & { readonly after: number; readonly limit: number },
): Promise<Account[]> {
  // An account that was erased since the numbering must not take a place of the page: a shorter page would look like the last one.
  const page = `SELECT position AS ordinal, profile_id, position FROM identity.account_positions AS p
                 WHERE workspace_id = $1 AND position > $3
                   AND EXISTS (SELECT FROM identity.profiles AS x WHERE x.workspace_id = $1 AND x.id = p.profile_id OFFSET 0)
                 ORDER BY position LIMIT $4`;
  const { rows } = await pool.query<Row>({
    name: 'list-accounts',
    text: accountsSql(page),
    values: [workspaceId, new Date(openSinceMs), after, limit],
  });
  return rows.map(accountOf);
}

/** The accounts to find. */
export interface AccountSelection extends ReadAccounts {
  readonly filters: readonly Filter<CustomerDimension>[];
  /** Of their first identification; undefined: any time. */
  readonly window: Pick<Window, 'startMs' | 'endMs'> | undefined;
  /** Finds accounts with a lower id. */
  readonly before: number;
  readonly limit: number;
}

/**
 * Accounts that match all filters as of the last `numberChanges`, in descending order of their id. All pages together read each row of
 * `account_facts` once, so rare matches cost as much as frequent ones.
 */
export async function findAccounts(
  pool: Pool,
  { workspaceId, openSinceMs, filters, window, before, limit }: AccountSelection,
): Promise<Account[]> {
  const isInWindow = window ? 'AND f.identified_at >= $5 AND f.identified_at < $6' : '';
  const page = `SELECT -f.profile_id AS ordinal, f.profile_id, coalesce(p.position, 0) AS position
                  FROM (SELECT f.profile_id FROM identity.account_facts AS f
                         WHERE f.workspace_id = $1 AND f.profile_id < $3 AND f.is_first ${isInWindow}
                               ${filterSql(ACCOUNT_DIMENSIONS, filters, window ? 7 : 5)}
                           AND EXISTS (SELECT FROM identity.profiles AS x
                                        WHERE x.workspace_id = $1 AND x.id = f.profile_id OFFSET 0)
                         ORDER BY f.profile_id DESC LIMIT $4) AS f
                  LEFT JOIN identity.account_positions AS p ON p.workspace_id = $1 AND p.profile_id = f.profile_id`;
  const { rows } = await pool.query<Row>(accountsSql(page), [
    ...[workspaceId, new Date(openSinceMs), before, limit],
    ...(window ? [new Date(window.startMs), new Date(window.endMs)] : []),
    ...filters.map(({ values }) => values),
  ]);
  return rows.map(accountOf);
}

/** The accounts with these ids, by id. Erased ones are missing. */
export async function readAccounts(
  pool: Pool,
  { workspaceId, openSinceMs, ids }: ReadAccounts & { readonly ids: readonly (string | number)[] },
): Promise<ReadonlyMap<number, Account>> {
  if (ids.length === 0) return new Map();
  const page = `SELECT id AS ordinal, id AS profile_id, coalesce(p.position, 0) AS position
                  FROM (SELECT DISTINCT unnest($3::bigint[]) AS id) AS sent
                  LEFT JOIN identity.account_positions AS p ON p.workspace_id = $1 AND p.profile_id = sent.id`;
  const { rows } = await pool.query<Row>({
    name: 'read-accounts',
    text: accountsSql(page),
    values: [workspaceId, new Date(openSinceMs), ids],
  });
  return new Map(rows.map((row) => [Number(row.id), accountOf(row)]));
}

/** Keys of accounts, each a digest of an address or a user id. */
export interface AccountKeys {
  readonly digests: readonly Buffer[];
  readonly userIds: readonly string[];
}

/** The ids of accounts by the digest (as hex) and by the user id; of several with a user id, the oldest one. */
export async function findAccountIds(
  pool: Pool,
  workspaceId: number,
  { digests, userIds }: AccountKeys,
): Promise<{ byDigest: ReadonlyMap<string, string>; byUserId: ReadonlyMap<string, string> }> {
  const { rows } = await pool.query<{ id: string; digest: string | null; user_id: string | null }>({
    name: 'find-account-ids',
    text: `SELECT o.id, encode(o.email_digest, 'hex') AS digest, NULL AS user_id
             FROM (SELECT $1::bigint AS workspace_id, digest AS email_digest FROM unnest($2::bytea[]) AS digest OFFSET 0) AS sent
             JOIN identity.profiles AS o USING (workspace_id, email_digest)
            WHERE o.workspace_id = $1
            UNION ALL
           SELECT u.id, NULL, sent.user_id
             FROM (SELECT DISTINCT unnest($3::text[]) AS user_id OFFSET 0) AS sent
             JOIN LATERAL (${ownerOfUserId('sent.user_id')}) AS u ON true`,
    values: [workspaceId, digests, userIds],
  });
  return {
    byDigest: new Map(rows.flatMap(({ id, digest }) => (digest === null ? [] : [[digest, id]]))),
    byUserId: new Map(rows.flatMap(({ id, user_id }) => (user_id === null ? [] : [[user_id, id]]))),
  };
}

function accountOf(row: Row): Account {
  const { channel, source, campaign, landing, referrer, country } = row;
  return {
    id: Number(row.id),
    userId: row.user_id,
    company: row.company,
    plan: row.plan,
    mrr: row.mrr,
    status: channel !== null ? 'linked' : row.is_open ? 'pending' : 'unattributed',
    attribution:
      channel === null
        ? undefined
        : {
            ...{ channel, source, campaign, landing, referrer, country, device: row.device ?? '' },
            firstSeenAtMs: row.first_seen_at.getTime(),
            recordedAtMs: row.recorded_at.getTime(),
            rulesVersion: row.rules_version,
          },
    identifiedAtMs: row.created_at.getTime(),
    position: Number(row.position),
    visitors: row.visitors,
    pendingVisitors: row.pending_visitors,
    revenue: (row.revenue ?? []).map((sums) => ({
      currency: sums.currency,
      gross: BigInt(sums.gross),
      refunds: BigInt(sums.refunds),
      payments: sums.payments,
      firstPaidAtMs: sums.first_paid_at,
      lastPaidAtMs: sums.last_paid_at,
    })),
  };
}
