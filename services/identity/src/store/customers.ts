import type { Pool } from '@headwater/kit/pg/pool';
import {
  NONE,
  type AttributionModel,
  type CustomerBasis,
  type CustomerDimension,
  type CustomerModelDimension,
} from '@headwater/protos/vocabulary';
import type { Filter } from '../domain/revenue-query';
import { creditSql, isWhole, lookbackDays } from './credit';
import { filterSql, keySql } from './dimension-sql';
import { LATEST_COLUMNS } from './latest-touches';
import { factsWithTouches } from './payment-facts';

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
  /** Divides the revenue. Accounts count by their recorded attribution. */
  readonly model: AttributionModel;
  /** Days; 0: all touches. */
  readonly lookback: number;
}

/** The parameters of a statement: those of `acquiredSql` and the limit, as $1 to $5, `own`, the lookback of a model, and the filters. */
export function parametersOf(selection: CustomerSelection, own: readonly unknown[] = []): unknown[] {
  return [
    selection.workspaceId,
    new Date(selection.startMs),
    new Date(selection.endMs),
    selection.bucketStarts.map((ms) => new Date(ms)),
    selection.limit,
    ...own,
    ...(selection.model === 'first_touch' ? [] : [lookbackDays(selection.lookback)]),
    ...selection.filters.map(({ values }) => values),
  ];
}

/** SQL of the rows of the acquired accounts with their bucket and key. @param columns of `account_facts` `f` @param own number of own parameters */
export function acquiredSql(
  { basis, dimension, filters, model }: CustomerSelection,
  { columns, own }: { readonly columns: string; readonly own: number },
): string {
  const at = ACQUIRED_AT[basis];
  return `SELECT width_bucket(${at}, $4::timestamptz[]) AS bucket,
           ${dimension === undefined ? 'NULL::text' : keySql(ACCOUNT_DIMENSIONS[dimension], NONE)} AS key, ${columns}
      FROM identity.account_facts AS f
     WHERE f.workspace_id = $1 AND ${at} >= $2 AND ${at} < $3
           ${filterSql(ACCOUNT_DIMENSIONS, filters, own + (model === 'first_touch' ? 6 : 7))}`;
}

/** SQL of the dimensions of the other models, of the result `p` of `creditSql`. */
const SHARE_DIMENSIONS: Readonly<Record<CustomerModelDimension, string>> = {
  channel: 'p.channel',
  source: 'p.source',
  campaign: 'p.campaign',
  utm_campaign: 'p.campaign',
  landing: 'p.landing',
  referrer: 'p.referrer',
  plan: 'p.plan',
  company: 'p.company',
};

/**
 * CTEs that end with `shared`: the shares of the payments of the acquired accounts, with the account's bucket and the key of the share.
 * `is_counted` is true for one share of each payment. Filters by the touch apply to the shares, not to the accounts.
 */
export function sharesOfAcquired(
  { basis, dimension, filters, model }: CustomerSelection,
  { own }: { readonly own: number },
): string {
  const at = ACQUIRED_AT[basis];
  const dimensions: Readonly<Record<string, string>> = SHARE_DIMENSIONS;
  const key = dimension && dimensions[dimension];
  const columns = ['currency', 'is_refund', 'is_subscription', 'bucket', 'plan', 'company'];
  const credit = creditSql(model, {
    ...{ paid: 'paid', accounts: 'acquired', columns, lookback: `$${own + 6}` },
    touches: 'profile_id IN (SELECT profile_id FROM acquired)',
  });
  // A filter may remove the share that counts.
  const isCounted =
    filters.length === 0 || isWhole(model)
      ? 'p.is_counted'
      : 'row_number() OVER (PARTITION BY profile_id, occurred_at, payment_id ORDER BY at, tie) = 1';
  const latest = LATEST_COLUMNS.map((column) => `p.${column}`).join(', ');
  return `acquired AS (
    SELECT f.profile_id, width_bucket(${at}, $4::timestamptz[]) AS bucket, f.plan, f.company, f.first_seen_at, f.channel, f.source,
           f.campaign, f.landing, f.referrer
      FROM identity.account_facts AS f
     WHERE f.workspace_id = $1 AND ${at} >= $2 AND ${at} < $3 AND f.is_first),
  paid AS (
    SELECT a.*, p.payment_id, p.occurred_at, abs(p.minor) AS amount, p.currency, p.is_refund, p.is_subscription, ${latest}
      FROM acquired AS a JOIN (${factsWithTouches().join(' UNION ALL ')}) AS p ON p.profile_id = a.profile_id),
  shared AS (
    SELECT p.bucket, p.currency, p.is_refund, p.is_subscription, p.occurred_at, p.minor, ${isCounted} AS is_counted,
           ${key === undefined ? 'NULL::text' : keySql(key, NONE)} AS key
      FROM (${credit}) AS p
     WHERE true ${filterSql(dimensions, filters, own + 7)})`;
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
  /** Accounts without a channel that never had a visitor id. */
  readonly withoutVisitorId: number;
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
  without_visitor_id: number;
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
  const own = [new Date(openSinceMs)];
  const isRecorded = selection.model === 'first_touch';
  const paid = isRecorded
    ? `found WHERE currency <> ''`
    : `(SELECT key, currency, CASE WHEN is_refund THEN 0 ELSE minor END AS gross, CASE WHEN is_refund THEN minor ELSE 0 END AS refunds
          FROM shared) AS share`;
  const { rows } = await pool.query<CountsRow>(
    `WITH found AS (
    SELECT bucket, key, currency, count(*) FILTER (WHERE is_first) AS customers, count(channel) FILTER (WHERE is_first) AS linked,
           count(*) FILTER (WHERE is_first AND channel IS NULL AND pending_at > $6) AS pending,
           count(*) FILTER (WHERE is_first AND channel IS NULL AND pending_at IS NULL) AS without_visitor_id,
           count(*) FILTER (WHERE is_first AND is_paying) AS paying, sum(mrr) FILTER (WHERE is_first) AS mrr,
           sum(gross) AS gross, sum(refunds) AS refunds
      FROM (${acquiredSql(selection, { columns, own: own.length })}) AS acquired
     GROUP BY bucket, key, currency),
  ${isRecorded ? '' : `${sharesOfAcquired(selection, { own: own.length })},`}
  counts AS (
    SELECT bucket, key, 1 - grouping(bucket) AS of_bucket, 1 - grouping(key) AS of_key, sum(customers) AS customers,
           sum(linked) AS linked, sum(pending) AS pending, sum(without_visitor_id) AS without_visitor_id, sum(paying) AS paying, sum(mrr) AS mrr
      FROM found GROUP BY GROUPING SETS ((), (bucket), (key))),
  money AS (
    SELECT 0 AS of_bucket, of_key, key, json_agg(json_build_object('currency', currency, 'gross', gross, 'refunds', refunds)
                                                 ORDER BY currency COLLATE "C") AS revenue
      FROM (SELECT 1 - grouping(key) AS of_key, key, currency, sum(gross)::text AS gross, sum(refunds)::text AS refunds
              FROM ${paid} GROUP BY GROUPING SETS ((currency), (key, currency))) AS sums
     GROUP BY of_key, key),
  -- A model may credit payments to a key without customers.
  merged AS (
    SELECT c.bucket, coalesce(c.key, m.key) AS key, coalesce(c.of_bucket, 0) AS of_bucket, coalesce(c.of_key, m.of_key) AS of_key,
           coalesce(c.customers, 0)::int AS customers, coalesce(c.linked, 0)::int AS linked, coalesce(c.pending, 0)::int AS pending,
           coalesce(c.without_visitor_id, 0)::int AS without_visitor_id,
           coalesce(c.paying, 0)::int AS paying, coalesce(c.mrr, 0)::text AS mrr, m.revenue
      FROM counts AS c
      FULL JOIN money AS m ON m.of_bucket = c.of_bucket AND m.of_key = c.of_key AND coalesce(m.key, '') = coalesce(c.key, '')),
  ranked AS (
    SELECT *, row_number() OVER (PARTITION BY of_bucket, of_key ORDER BY customers DESC, key COLLATE "C") AS rank FROM merged)
  SELECT bucket, key, of_bucket, of_key, customers, linked, pending, without_visitor_id, paying, mrr, revenue
    FROM ranked
   WHERE of_key = 0 OR (key IS NOT NULL AND rank <= $5)
   ORDER BY of_key, of_bucket, bucket, rank`,
    parametersOf(selection, own),
  );
  return rows.map(({ bucket, key, of_bucket, of_key, without_visitor_id, revenue, ...counts }) => ({
    ...counts,
    withoutVisitorId: without_visitor_id,
    bucket: of_bucket === 1 && bucket !== null ? bucket - 1 : undefined,
    key: of_key === 1 && key !== null ? key : undefined,
    revenue: (revenue ?? []).map(({ currency, gross, refunds }) => ({
      currency,
      gross: BigInt(gross),
      refunds: BigInt(refunds),
    })),
  }));
}
