import type { Pool } from '@headwater/kit/pg/pool';
import { NONE, type CustomerBasis, type CustomerDimension } from '@headwater/protos/vocabulary';
import type { Filter } from '../domain/revenue-query';
import { filterSql, keySql } from './dimension-sql';
import { ownerOfUserId } from './payments';

/** SQL of each dimension, of profiles `o` and their attributions `a`. */
const DIMENSIONS: Readonly<Record<CustomerDimension, string>> = {
  channel: 'a.channel',
  source: 'a.source',
  campaign: 'a.utm_campaign',
  landing: 'a.landing',
  referrer: 'a.referrer',
  country: 'a.country',
  device: `(SELECT t.device FROM identity.touches AS t
            WHERE t.workspace_id = $1 AND t.profile_id = o.id AND t.at = a.first_seen_at ORDER BY t.anonymous_id LIMIT 1)`,
  utm_source: 'a.utm_source',
  utm_medium: 'a.utm_medium',
  utm_campaign: 'a.utm_campaign',
  site: 'a.site_id::text',
  plan: 'o.plan',
  company: 'o.company',
};

/** SQL of the time at which an account counts as a customer. */
const ACQUIRED_AT: Readonly<Record<CustomerBasis, string>> = {
  identified: 'o.created_at',
  first_visit: 'a.first_seen_at',
};

/** The accounts to count, and how to group them. */
export interface CustomerSelection {
  readonly workspaceId: number;
  readonly basis: CustomerBasis;
  /** Unix milliseconds, half-open. */
  readonly startMs: number;
  readonly endMs: number;
  /** Unix milliseconds, ascending. */
  readonly bucketStarts: readonly number[];
  readonly dimension: CustomerDimension | undefined;
  readonly filters: readonly Filter<CustomerDimension>[];
  readonly limit: number;
  /** Older links get no attribution any more. Unix milliseconds. */
  readonly openSinceMs: number;
}

/**
 * SQL of the acquired accounts, as the CTE `acquired`: $1 workspace, $2 start, $3 end,
 * $4 bucket starts, $5 creation time of the oldest open link, $6 limit; filters follow.
 */
function acquiredSql({ basis, dimension, filters }: CustomerSelection): string {
  return `acquired AS MATERIALIZED (
    SELECT o.id, o.user_id, o.mrr, a.channel IS NOT NULL AS is_linked,
           a.channel IS NULL AND EXISTS (
             SELECT FROM identity.links AS l
              WHERE l.workspace_id = $1 AND l.profile_id = o.id AND l.linked_at IS NULL AND l.created_at > $5) AS is_pending,
           width_bucket(${ACQUIRED_AT[basis]}, $4::timestamptz[]) AS bucket,
           ${dimension === undefined ? 'NULL::text' : keySql(DIMENSIONS[dimension], NONE)} AS key
      FROM identity.profiles AS o
      LEFT JOIN identity.attributions AS a ON a.workspace_id = $1 AND a.profile_id = o.id
     WHERE o.workspace_id = $1 AND ${ACQUIRED_AT[basis]} >= $2 AND ${ACQUIRED_AT[basis]} < $3
           ${filterSql(DIMENSIONS, filters, 7)})`;
}

/** SQL of the payments to date of the acquired accounts. A payment by user id belongs to the account as in `PAYMENTS_WITH_OWNERS`. */
const PAID_SQL = `paid AS (
    SELECT c.id, c.bucket, c.key, p.currency, p.type, p.amount_minor, p.occurred_at
      FROM acquired AS c
      JOIN identity.payments AS p ON p.workspace_id = $1 AND p.profile_id = c.id
     UNION ALL
    SELECT c.id, c.bucket, c.key, p.currency, p.type, p.amount_minor, p.occurred_at
      FROM acquired AS c
      JOIN identity.payments AS p ON p.workspace_id = $1 AND p.user_id = c.user_id
     WHERE c.id = (${ownerOfUserId('c.user_id')}))`;

function parametersOf(selection: CustomerSelection): unknown[] {
  return [
    selection.workspaceId,
    new Date(selection.startMs),
    new Date(selection.endMs),
    selection.bucketStarts.map((ms) => new Date(ms)),
    new Date(selection.openSinceMs),
    selection.limit,
    ...selection.filters.map(({ values }) => values),
  ];
}

/** Counts of all customers, of one bucket, or of one key. */
export interface CustomerCounts {
  /** Index in `bucketStarts`; undefined unless these are the counts of a bucket. */
  readonly bucket: number | undefined;
  /** Undefined unless these are the counts of a key. */
  readonly key: string | undefined;
  readonly customers: number;
  readonly linked: number;
  readonly pending: number;
  readonly paying: number;
  /** A decimal number of major units. */
  readonly mrr: string;
  /** Empty for a bucket. */
  readonly revenue: readonly {
    readonly currency: string;
    readonly gross: bigint;
    readonly refunds: bigint;
  }[];
}

interface CountsRow {
  bucket: number | null;
  key: string | null;
  of_bucket: number;
  of_key: number;
  customers: number;
  linked: number;
  pending: number;
  paying: number;
  mrr: string;
  revenue: { currency: string; gross: string; refunds: string }[] | null;
}

/**
 * The customers of a window, with their revenue as of the last `numberChanges`: the totals, then buckets by time, then keys by descending
 * customers. One statement, so that its parts agree.
 */
export async function queryCustomers(pool: Pool, selection: CustomerSelection): Promise<CustomerCounts[]> {
  const { rows } = await pool.query<CountsRow>(
    `WITH ${acquiredSql(selection)},
  of_account AS (
    SELECT c.id, c.key, s.currency, s.gross, s.refunds
      FROM acquired AS c JOIN identity.account_sums AS s ON s.workspace_id = $1 AND s.profile_id = c.id),
  payers AS (SELECT DISTINCT id FROM of_account WHERE gross > refunds),
  counts AS (
    SELECT bucket, key, 1 - grouping(bucket) AS of_bucket, 1 - grouping(key) AS of_key, count(*)::int AS customers,
           (count(*) FILTER (WHERE is_linked))::int AS linked, (count(*) FILTER (WHERE is_pending))::int AS pending,
           count(payers.id)::int AS paying, coalesce(sum(mrr), 0)::text AS mrr
      FROM acquired LEFT JOIN payers USING (id)
     GROUP BY GROUPING SETS ((), (bucket), (key))),
  money AS (
    SELECT key, 1 - grouping(key) AS of_key, currency, sum(gross)::text AS gross, sum(refunds)::text AS refunds
      FROM of_account GROUP BY GROUPING SETS ((currency), (key, currency))),
  ranked AS (
    SELECT *, row_number() OVER (PARTITION BY of_bucket, of_key ORDER BY customers DESC, key COLLATE "C") AS rank FROM counts)
  SELECT bucket, key, of_bucket, of_key, customers, linked, pending, paying, mrr,
         CASE WHEN of_bucket = 0 THEN (
           SELECT json_agg(json_build_object('currency', m.currency, 'gross', m.gross, 'refunds', m.refunds)
                           ORDER BY m.currency COLLATE "C")
             FROM money AS m WHERE m.of_key = r.of_key AND m.key IS NOT DISTINCT FROM r.key) END AS revenue
    FROM ranked AS r
   WHERE of_key = 0 OR (key IS NOT NULL AND rank <= $6)
   ORDER BY of_key, of_bucket, bucket, rank`,
    parametersOf(selection),
  );
  return rows.map(({ bucket, key, of_bucket, of_key, revenue, ...counts }) => ({
    ...counts,
    bucket: of_bucket === 1 && bucket !== null ? bucket - 1 : undefined,
    key: of_key === 1 && key !== null ? key : undefined,
    revenue: (revenue ?? []).map(({ currency, gross, refunds }) => ({
      currency,
      gross: BigInt(gross),
      refunds: BigInt(refunds),
    })),
  }));
}

/** A part of a cohort: its size, the payers of one period, or the revenue of one period in one currency. */
export type CohortPart = {
  /** Index in `bucketStarts`. */
  readonly bucket: number;
  /** Null without a dimension. */
  readonly key: string | null;
} & (
  | { readonly kind: 'size'; readonly customers: number }
  | {
      readonly kind: 'payers';
      readonly period: number;
      /** Accounts with a positive net to date in a currency that paid in the period, and those that paid for the first time. */
      readonly payers: number;
      readonly firstPayers: number;
    }
  | {
      readonly kind: 'revenue';
      readonly period: number;
      readonly currency: string;
      readonly payments: number;
      /** Minor units. */
      readonly net: bigint;
      /** Payments of the type `subscription`. */
      readonly subscriptions: bigint;
    }
);

interface PartRow {
  kind: CohortPart['kind'];
  bucket: number;
  key: string | null;
  period: number;
  currency: string;
  counted: number;
  first_counted: number;
  net: string;
  subscriptions: string;
}

/**
 * The parts of cohorts, by cohort, then keys by descending customers. A period is the number of buckets between the acquisition and the
 * payment; an earlier payment counts in period 0.
 */
export async function queryCohorts(pool: Pool, selection: CustomerSelection): Promise<CohortPart[]> {
  const { rows } = await pool.query<PartRow>(
    `WITH ${acquiredSql(selection)},
  ${PAID_SQL},
  sizes AS (
    SELECT bucket, key, count(*)::int AS customers,
           row_number() OVER (PARTITION BY bucket ORDER BY count(*) DESC, key COLLATE "C") AS rank
      FROM acquired GROUP BY bucket, key),
  by_period AS (
    SELECT id, bucket, key, greatest(width_bucket(occurred_at, $4::timestamptz[]) - bucket, 0) AS period, currency, type,
           amount_minor
      FROM paid),
  paying AS (
    SELECT DISTINCT id FROM paid GROUP BY id, currency
    HAVING sum(CASE WHEN type = 'refund' THEN -amount_minor ELSE amount_minor END) > 0),
  payers AS (
    SELECT id, bucket, key, period, period = min(period) OVER (PARTITION BY id) AS is_first
      FROM by_period JOIN paying USING (id)
     WHERE type <> 'refund' AND amount_minor > 0 GROUP BY id, bucket, key, period),
  parts AS (
    SELECT 'size' AS kind, bucket, key, 0 AS period, '' AS currency, customers AS counted, 0 AS first_counted, 0::numeric AS net,
           0::numeric AS subscriptions FROM sizes
     UNION ALL
    SELECT 'payers', bucket, key, period, '', count(*)::int, (count(*) FILTER (WHERE is_first))::int, 0, 0
      FROM payers GROUP BY bucket, key, period
     UNION ALL
    SELECT 'revenue', bucket, key, period, currency, count(*)::int, 0,
           sum(CASE WHEN type = 'refund' THEN -amount_minor ELSE amount_minor END),
           coalesce(sum(amount_minor) FILTER (WHERE type = 'subscription'), 0)
      FROM by_period GROUP BY bucket, key, period, currency)
  SELECT p.kind, p.bucket, p.key, p.period, p.currency, p.counted, p.first_counted, p.net, p.subscriptions
    FROM parts AS p JOIN sizes AS s ON s.bucket = p.bucket AND s.key IS NOT DISTINCT FROM p.key
   WHERE s.rank <= $6
   ORDER BY p.bucket, s.rank, p.kind = 'size' DESC, p.period`,
    parametersOf(selection),
  );
  return rows.map(partOf);
}

function partOf({ kind, key, period, currency, counted, first_counted, ...row }: PartRow): CohortPart {
  const bucket = row.bucket - 1;
  if (kind === 'size') return { kind, bucket, key, customers: counted };
  if (kind === 'payers') return { kind, bucket, key, period, payers: counted, firstPayers: first_counted };
  const money = { net: BigInt(row.net), subscriptions: BigInt(row.subscriptions) };
  return { kind, bucket, key, period, currency, payments: counted, ...money };
}
