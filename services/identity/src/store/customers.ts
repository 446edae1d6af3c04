import type { Pool } from '@headwater/kit/pg/pool';
import { NONE, type CustomerBasis, type CustomerDimension } from '@headwater/protos/vocabulary';
import type { Filter } from '../domain/revenue-query';
import { filterSql, keySql } from './dimension-sql';

/** SQL of each dimension, of `account_facts` `f`. */
export const ACCOUNT_DIMENSIONS: Readonly<Record<CustomerDimension, string>> = {
  channel: 'f.channel',
  source: 'f.source',
  campaign: 'f.campaign',
  landing: 'f.landing',
  referrer: 'f.referrer',
  country: 'f.country',
  device: 'f.device',
  utm_source: 'f.utm_source',
  utm_medium: 'f.utm_medium',
  utm_campaign: 'f.campaign',
  site: 'f.site_id::text',
  plan: 'f.plan',
  company: 'f.company',
};

/** SQL of the time at which an account counts as a customer. */
const ACQUIRED_AT: Readonly<Record<CustomerBasis, string>> = {
  identified: 'f.identified_at',
  first_visit: 'f.first_seen_at',
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
}

/** The parameters of `acquiredSql` and the limit, as $1 to $5, then `own`, then the filters. */
export function parametersOf(selection: CustomerSelection, own: readonly unknown[] = []): unknown[] {
  return [
    selection.workspaceId,
    new Date(selection.startMs),
    new Date(selection.endMs),
    selection.bucketStarts.map((ms) => new Date(ms)),
    selection.limit,
    ...own,
    ...selection.filters.map(({ values }) => values),
  ];
}

/** SQL of the rows of the acquired accounts with their bucket and key. @param columns of `account_facts` `f` @param first number of the first filter's parameter */
export function acquiredSql(
  { basis, dimension, filters }: CustomerSelection,
  { columns, first }: { readonly columns: string; readonly first: number },
): string {
  const at = ACQUIRED_AT[basis];
  return `SELECT width_bucket(${at}, $4::timestamptz[]) AS bucket,
           ${dimension === undefined ? 'NULL::text' : keySql(ACCOUNT_DIMENSIONS[dimension], NONE)} AS key, ${columns}
      FROM identity.account_facts AS f
     WHERE f.workspace_id = $1 AND ${at} >= $2 AND ${at} < $3
           ${filterSql(ACCOUNT_DIMENSIONS, filters, first)}`;
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
 * customers. One statement, so that its parts agree. It sums by bucket, key and currency first: a parallel plan has no grouping sets.
 *
 * @param openSinceMs older links get no attribution any more, Unix milliseconds
 */
export async function queryCustomers(
  pool: Pool,
  selection: CustomerSelection,
  openSinceMs: number,
): Promise<CustomerCounts[]> {
  const columns = 'f.currency, f.is_first, f.channel, f.pending_at, f.is_paying, f.mrr, f.gross, f.refunds';
  const { rows } = await pool.query<CountsRow>(
    `WITH found AS (
    SELECT bucket, key, currency, count(*) FILTER (WHERE is_first) AS customers, count(channel) FILTER (WHERE is_first) AS linked,
           count(*) FILTER (WHERE is_first AND channel IS NULL AND pending_at > $6) AS pending,
           count(*) FILTER (WHERE is_first AND is_paying) AS paying, sum(mrr) FILTER (WHERE is_first) AS mrr,
           sum(gross) AS gross, sum(refunds) AS refunds
      FROM (${acquiredSql(selection, { columns, first: 7 })}) AS acquired
     GROUP BY bucket, key, currency),
  counts AS (
    SELECT bucket, key, 1 - grouping(bucket) AS of_bucket, 1 - grouping(key) AS of_key, coalesce(sum(customers), 0)::int AS customers,
           coalesce(sum(linked), 0)::int AS linked, coalesce(sum(pending), 0)::int AS pending, coalesce(sum(paying), 0)::int AS paying,
           coalesce(sum(mrr), 0)::text AS mrr
      FROM found GROUP BY GROUPING SETS ((), (bucket), (key))),
  money AS (
    SELECT of_key, key, json_agg(json_build_object('currency', currency, 'gross', gross, 'refunds', refunds)
                                 ORDER BY currency COLLATE "C") AS revenue
      FROM (SELECT 1 - grouping(key) AS of_key, key, currency, sum(gross)::text AS gross, sum(refunds)::text AS refunds
              FROM found WHERE currency <> '' GROUP BY GROUPING SETS ((currency), (key, currency))) AS sums
     GROUP BY of_key, key),
  ranked AS (
    SELECT *, row_number() OVER (PARTITION BY of_bucket, of_key ORDER BY customers DESC, key COLLATE "C") AS rank FROM counts)
  SELECT r.bucket, r.key, r.of_bucket, r.of_key, r.customers, r.linked, r.pending, r.paying, r.mrr, m.revenue
    FROM ranked AS r
    LEFT JOIN money AS m ON r.of_bucket = 0 AND m.of_key = r.of_key AND coalesce(m.key, '') = coalesce(r.key, '')
   WHERE r.of_key = 0 OR (r.key IS NOT NULL AND r.rank <= $5)
   ORDER BY r.of_key, r.of_bucket, r.bucket, r.rank`,
    parametersOf(selection, [new Date(openSinceMs)]),
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
