import type { Pool } from '@headwater/kit/pg/pool';
import { NONE, type FilterOperator, type RevenueDimension } from '@headwater/protos/vocabulary';
import type { RevenueFilter } from '../domain/revenue-query';
import { CHANNEL_OF_PAYMENT, PAYMENTS_WITH_OWNERS } from './payments';

/** SQL of each dimension, of payments `p`, their owners `o` and attributions `a`. Erased accounts have no plan. */
const DIMENSIONS: Readonly<Record<RevenueDimension, string>> = {
  channel: CHANNEL_OF_PAYMENT,
  source: "coalesce(a.source, p.kept_attribution ->> 'source')",
  plan: 'o.plan',
  company: 'o.company',
  site: "coalesce(a.site_id::text, p.kept_attribution ->> 'site_id')",
  country: "coalesce(a.country, p.kept_attribution ->> 'country')",
  utm_source: "coalesce(a.utm_source, p.kept_attribution ->> 'utm_source')",
  utm_medium: "coalesce(a.utm_medium, p.kept_attribution ->> 'utm_medium')",
  utm_campaign: "coalesce(a.utm_campaign, p.kept_attribution ->> 'utm_campaign')",
};

/** SQL of each operator, for a text and an array of values. */
const OPERATORS: Readonly<Record<FilterOperator, (key: string, values: string) => string>> = {
  is: (key, values) => `${key} = ANY (${values})`,
  is_not: (key, values) => `${key} <> ALL (${values})`,
  contains: (key, values) => `EXISTS (SELECT FROM unnest(${values}) AS v WHERE strpos(${key}, v) > 0)`,
  contains_not: (key, values) =>
    `NOT EXISTS (SELECT FROM unnest(${values}) AS v WHERE strpos(${key}, v) > 0)`,
  starts_with: (key, values) => `EXISTS (SELECT FROM unnest(${values}) AS v WHERE starts_with(${key}, v))`,
};

/** SQL of a dimension's value. @param fallback for a missing value: `(none)`, or an empty text for operators that match parts of it */
export function keySql(dimension: RevenueDimension, fallback: string): string {
  return `coalesce(nullif(${DIMENSIONS[dimension]}, ''), '${fallback}')`;
}

/** SQL of the filters, each after an AND. Their values are bound from parameter `first` on, one array per filter. */
export function filterSql(filters: readonly RevenueFilter[], first: number): string {
  return filters
    .map(({ dimension, operator }, index) => {
      const isEquality = operator === 'is' || operator === 'is_not';
      const key = keySql(dimension, isEquality ? NONE : '');
      return `AND ${OPERATORS[operator](key, `$${first + index}::text[]`)}`;
    })
    .join('\n           ');
}

/**
 * One statement for the whole response, so that its parts agree. Returns one row per currency (`of_bucket` and `of_key` are
 * 0), one per bucket of a currency (counted from 1) and one per key of a currency. Money is in minor units.
 *
 * $1 workspace, $2 start, $3 end, $4 bucket starts, $5 creation time of the oldest open link, $6 limit; filters follow.
 */
function revenueSql(dimension: RevenueDimension | undefined, filters: readonly RevenueFilter[]): string {
  return `WITH paid AS (
    SELECT p.currency, p.amount_minor, p.type = 'refund' AS is_refund,
           width_bucket(p.occurred_at, $4::timestamptz[]) AS bucket,
           ${dimension === undefined ? 'NULL::text' : keySql(dimension, NONE)} AS key,
           coalesce(o.id::text, 'user ' || p.user_id, 'customer ' || p.customer_id) AS customer,
           ${CHANNEL_OF_PAYMENT} IS NULL AS is_unattributed,
           a.channel IS NULL AND p.detached_at IS NULL AND CASE
             WHEN EXISTS (SELECT FROM identity.links AS l WHERE l.workspace_id = $1 AND l.profile_id = o.id)
             THEN EXISTS (SELECT FROM identity.links AS l
                           WHERE l.workspace_id = $1 AND l.profile_id = o.id AND l.linked_at IS NULL
                             AND l.created_at > $5)
             ELSE p.created_at > $5 END AS is_pending
      FROM ${PAYMENTS_WITH_OWNERS}
     WHERE p.workspace_id = $1 AND p.occurred_at >= $2 AND p.occurred_at < $3
           ${filterSql(filters, 7)}),
  sums AS (
    SELECT currency, bucket, key, 1 - grouping(bucket) AS of_bucket, 1 - grouping(key) AS of_key,
           coalesce(sum(amount_minor) FILTER (WHERE NOT is_refund), 0) AS gross,
           coalesce(sum(amount_minor) FILTER (WHERE is_refund), 0) AS refunds,
           count(*) FILTER (WHERE NOT is_refund)::int AS payments,
           count(DISTINCT customer) FILTER (WHERE NOT is_refund)::int AS customers,
           coalesce(sum(CASE WHEN is_refund THEN -amount_minor ELSE amount_minor END)
             FILTER (WHERE is_unattributed), 0) AS unattributed,
           coalesce(sum(CASE WHEN is_refund THEN -amount_minor ELSE amount_minor END)
             FILTER (WHERE is_pending), 0) AS pending,
           count(*) FILTER (WHERE is_pending AND NOT is_refund)::int AS pending_payments,
           count(*) FILTER (WHERE is_pending)::int AS pending_rows
      FROM paid
     GROUP BY GROUPING SETS ((currency), (currency, bucket), (currency, key))),
  ranked AS (
    SELECT *, row_number() OVER (PARTITION BY currency, of_bucket, of_key
                                     ORDER BY gross - refunds DESC, key COLLATE "C") AS rank
      FROM sums)
  SELECT currency, bucket, key, of_bucket, of_key, gross, refunds, payments, customers, unattributed, pending,
         pending_payments, pending_rows
    FROM ranked
   WHERE of_key = 0 OR rank <= $6
   ORDER BY currency COLLATE "C", of_key, of_bucket, bucket, rank`;
}

/** The payments to sum, and how to group them. */
export interface RevenueSelection {
  readonly workspaceId: number;
  /** Unix milliseconds, half-open. */
  readonly startMs: number;
  readonly endMs: number;
  /** Unix milliseconds, ascending, the first being `startMs`. */
  readonly bucketStarts: readonly number[];
  readonly dimension: RevenueDimension | undefined;
  readonly filters: readonly RevenueFilter[];
  readonly limit: number;
  /** Older links and payments get no attribution any more. Unix milliseconds. */
  readonly openSinceMs: number;
}

/** Sums of one currency, or of one of its buckets or keys. Money in minor units. */
export interface RevenueSums {
  readonly currency: string;
  /** Index in `bucketStarts`; undefined unless these are the sums of a bucket. */
  readonly bucket: number | undefined;
  /** Undefined unless these are the sums of a key; null for the only key of a query without a dimension. */
  readonly key: string | null | undefined;
  readonly gross: bigint;
  readonly refunds: bigint;
  readonly payments: number;
  readonly customers: number;
  readonly unattributed: bigint;
  /** Undefined when nothing is pending. */
  readonly pending: { readonly net: bigint; readonly payments: number } | undefined;
}

interface Row {
  currency: string;
  bucket: number;
  key: string | null;
  of_bucket: number;
  of_key: number;
  gross: string;
  refunds: string;
  payments: number;
  customers: number;
  unattributed: string;
  pending: string;
  pending_payments: number;
  pending_rows: number;
}

/** The sums of a revenue report, ordered by currency, then totals, buckets by time, and keys by net revenue. */
export async function queryRevenue(pool: Pool, query: RevenueSelection): Promise<RevenueSums[]> {
  const { workspaceId, startMs, endMs, bucketStarts, dimension, filters } = query;
  const result = await pool.query<Row>(revenueSql(dimension, filters), [
    workspaceId,
    new Date(startMs),
    new Date(endMs),
    bucketStarts.map((ms) => new Date(ms)),
    new Date(query.openSinceMs),
    query.limit,
    ...filters.map(({ values }) => values),
  ]);
  return result.rows.map((row) => ({
    currency: row.currency,
    bucket: row.of_bucket === 1 ? row.bucket - 1 : undefined,
    key: row.of_key === 1 ? row.key : undefined,
    gross: BigInt(row.gross),
    refunds: BigInt(row.refunds),
    payments: row.payments,
    customers: row.customers,
    unattributed: BigInt(row.unattributed),
    pending: row.pending_rows > 0 ? { net: BigInt(row.pending), payments: row.pending_payments } : undefined,
  }));
}
