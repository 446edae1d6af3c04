import type { Pool } from '@headwater/kit/pg/pool';
import {
  NONE,
  type AttributionModel,
  type ModelDimension,
  type RevenueDimension,
} from '@headwater/protos/vocabulary';
import type { RevenueFilter } from '../domain/revenue-query';
import { sharesSql } from './credit';
import { filterSql, keySql } from './dimension-sql';
import { CHANNEL_OF_PAYMENT, PAYMENTS_WITH_OWNERS } from './payments';

/** SQL of each dimension, of payments `p`, their owners `o` and attributions `a`. Erased accounts have no plan. */
export const REVENUE_SQL: Readonly<Record<RevenueDimension, string>> = {
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

/** SQL of the dimensions that a model decides, of shares `s`. */
const MODEL_SQL: Readonly<Partial<Record<ModelDimension, string>>> = {
  channel: 's.channel',
  source: 's.source',
  utm_campaign: 's.campaign',
};

/**
 * One statement for the whole response, so that its parts agree. Returns one row per currency (`of_bucket` and `of_key` are
 * 0), one per bucket of a currency (counted from 1) and one per key of a currency. Money is in minor units.
 *
 * $1 workspace, $2 start, $3 end, $4 bucket starts, $5 creation time of the oldest open link, $6 limit. With a model: $7 lookback. Filters follow.
 */
function revenueSql({ dimension, filters, model }: RevenueSelection): string {
  const isRecorded = model === 'first_touch';
  const values = isRecorded ? REVENUE_SQL : { ...REVENUE_SQL, ...MODEL_SQL };
  const channel = isRecorded ? CHANNEL_OF_PAYMENT : 's.channel';
  // A payment has several rows if a model divides it.
  const payments = isRecorded ? 'count(*)' : 'count(DISTINCT payment_id)';
  return `WITH paid AS (
    SELECT p.payment_id, p.currency, ${isRecorded ? 'p.amount_minor' : 's.minor AS amount_minor'}, p.type = 'refund' AS is_refund,
           width_bucket(p.occurred_at, $4::timestamptz[]) AS bucket,
           ${dimension === undefined ? 'NULL::text' : keySql(values[dimension], NONE)} AS key,
           coalesce(o.id::text, 'user ' || p.user_id, 'customer ' || p.customer_id) AS customer,
           ${channel} IS NULL AS is_unattributed,
           a.channel IS NULL AND p.detached_at IS NULL AND CASE
             WHEN EXISTS (SELECT FROM identity.links AS l WHERE l.workspace_id = $1 AND l.profile_id = o.id)
             THEN EXISTS (SELECT FROM identity.links AS l
                           WHERE l.workspace_id = $1 AND l.profile_id = o.id AND l.linked_at IS NULL
                             AND l.created_at > $5)
             ELSE p.created_at > $5 END AS is_pending
      FROM ${PAYMENTS_WITH_OWNERS}
           ${isRecorded ? '' : `CROSS JOIN LATERAL (${sharesSql(model, '$7')}) AS s`}
     WHERE p.workspace_id = $1 AND p.occurred_at >= $2 AND p.occurred_at < $3
           ${filterSql(values, filters, isRecorded ? 7 : 8)}),
  sums AS (
    SELECT currency, bucket, key, 1 - grouping(bucket) AS of_bucket, 1 - grouping(key) AS of_key,
           coalesce(sum(amount_minor) FILTER (WHERE NOT is_refund), 0) AS gross,
           coalesce(sum(amount_minor) FILTER (WHERE is_refund), 0) AS refunds,
           ${payments} FILTER (WHERE NOT is_refund)::int AS payments,
           count(DISTINCT customer) FILTER (WHERE NOT is_refund)::int AS customers,
           coalesce(sum(CASE WHEN is_refund THEN -amount_minor ELSE amount_minor END)
             FILTER (WHERE is_unattributed), 0) AS unattributed,
           coalesce(sum(CASE WHEN is_refund THEN -amount_minor ELSE amount_minor END)
             FILTER (WHERE is_pending), 0) AS pending,
           ${payments} FILTER (WHERE is_pending AND NOT is_refund)::int AS pending_payments,
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
  readonly model: AttributionModel;
  /** Days; 0: all touches. */
  readonly lookback: number;
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
  const { workspaceId, startMs, endMs, bucketStarts, filters } = query;
  const result = await pool.query<Row>(revenueSql(query), [
    workspaceId,
    new Date(startMs),
    new Date(endMs),
    bucketStarts.map((ms) => new Date(ms)),
    new Date(query.openSinceMs),
    query.limit,
    ...(query.model === 'first_touch' ? [] : [query.lookback]),
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
