import type { Pool } from '@headwater/kit/pg/pool';
import {
  NONE,
  type AttributionModel,
  type ModelDimension,
  type RevenueDimension,
} from '@headwater/protos/vocabulary';
import type { RevenueFilter } from '../domain/revenue-query';
import { creditParts, lookbackDays } from './credit';
import { filterSql, keySql } from './dimension-sql';
import { beforeLookback, LATEST_COLUMNS } from './latest-touches';
import { factsWithTouches } from './payment-facts';

/** SQL of each dimension, of `payment_facts` `p`. */
const DIMENSIONS: Readonly<Record<RevenueDimension, string>> = {
  channel: 'p.channel',
  source: 'p.source',
  plan: 'p.plan',
  company: 'p.company',
  site: 'p.site_id::text',
  country: 'p.country',
  utm_source: 'p.utm_source',
  utm_medium: 'p.utm_medium',
  utm_campaign: 'p.utm_campaign',
};

/**
 * Columns of `payment_facts` `f` that both kinds of reports read. A payer is an account, or the text `customer`; neither for payments of
 * erased accounts. @param customer SQL @param facts FROM item
 */
const ofFacts = (
  customer = 'NULL::text',
  facts = 'identity.payment_facts',
): string => `f.payment_id, f.profile_id, f.currency, abs(f.minor) AS amount, f.is_refund, f.occurred_at,
           ${customer} AS customer,
           NOT f.is_refund AND coalesce(f.previous_at < $2, true) AS is_new_customer, coalesce(f.pending_at > $5, false) AS is_pending,
           f.first_seen_at, f.channel, f.source, f.plan, f.company, f.site_id, f.country, f.utm_source, f.utm_medium, f.utm_campaign
      FROM ${facts} AS f
     WHERE f.workspace_id = $1 AND f.occurred_at >= $2 AND f.occurred_at < $3`;

/** SQL of an attribution's field that was stored when the account of a payment was erased. */
const kept = (column: string): string => `p.kept_attribution ->> '${column}'`;

/** The same columns of payments without an owner: of erased accounts, and of customers of the billing system without an account. */
const OF_OTHERS = `p.payment_id, p.profile_id, p.currency, p.amount_minor AS amount, p.type = 'refund' AS is_refund, p.occurred_at,
           'customer ' || p.customer_id AS customer,
           p.customer_id IS NOT NULL AND p.type <> 'refund'
             AND row_number() OVER (PARTITION BY p.currency, p.customer_id, p.type = 'refund' ORDER BY p.occurred_at) = 1 AS is_new_customer,
           p.detached_at IS NULL AND p.created_at > $5 AS is_pending, NULL::timestamptz AS first_seen_at, ${kept('channel')} AS channel,
           ${kept('source')} AS source, NULL AS plan, NULL AS company, (${kept('site_id')})::bigint AS site_id,
           ${kept('country')} AS country, ${kept('utm_source')} AS utm_source, ${kept('utm_medium')} AS utm_medium,
           ${kept('utm_campaign')} AS utm_campaign
      FROM identity.payments AS p
     WHERE p.workspace_id = $1 AND p.occurred_at >= $2 AND p.occurred_at < $3 AND p.profile_id IS NULL AND p.user_id IS NULL`;

const NET = 'CASE WHEN is_refund THEN -amount ELSE amount END';

/** SQL of the sums of rows with `amount`, `is_refund` and `is_pending`. @param unattributed SQL of a condition */
const sumsSql = (
  unattributed: string,
): string => `coalesce(sum(amount) FILTER (WHERE NOT is_refund), 0) AS gross,
           coalesce(sum(amount) FILTER (WHERE is_refund), 0) AS refunds,
           coalesce(sum(${NET}) FILTER (WHERE ${unattributed}), 0) AS unattributed,
           coalesce(sum(${NET}) FILTER (WHERE is_pending), 0) AS pending`;
const GROUPS = 'GROUP BY GROUPING SETS ((currency), (currency, bucket), (currency, key))';
const OF_GROUP = 'currency, bucket, key, 1 - grouping(bucket) AS of_bucket, 1 - grouping(key) AS of_key';
const bucketAndKey = (key: string | undefined): string =>
  `width_bucket(occurred_at, $4::timestamptz[]) AS bucket, ${key === undefined ? 'NULL::text' : keySql(key, NONE)} AS key`;

/**
 * CTEs that end with `sums`, by the recorded attribution. A parallel plan has no grouping sets: sums of groups come first. With the flags as
 * groups, few aggregates run per payment.
 */
function recordedSums({ dimension, filters }: RevenueSelection): string {
  const groups = (columns: string): string =>
    `SELECT currency, ${bucketAndKey(dimension && DIMENSIONS[dimension])}, is_refund, channel IS NULL AS is_unattributed, is_pending,
           sum(amount) AS amount, count(*) AS payments, count(*) FILTER (WHERE is_new_customer) AS customers
      FROM (SELECT ${columns}) AS p
     WHERE true ${filterSql(DIMENSIONS, filters, 7)}
     GROUP BY currency, bucket, key, is_refund, is_unattributed, is_pending`;
  return `groups AS (
    ${groups(ofFacts())}
     UNION ALL
    ${groups(OF_OTHERS)}),
  sums AS (
    SELECT ${OF_GROUP}, ${sumsSql('is_unattributed')}, coalesce(sum(payments) FILTER (WHERE NOT is_refund), 0) AS payments,
           sum(customers) AS customers, coalesce(sum(payments) FILTER (WHERE is_pending AND NOT is_refund), 0) AS pending_payments,
           coalesce(sum(payments) FILTER (WHERE is_pending), 0) AS pending_rows
      FROM groups ${GROUPS})`;
}

/** SQL of the dimensions of the other models, of the result `p` of `creditSql`. */
const MODEL_SQL: Readonly<Record<ModelDimension, string>> = {
  channel: 'p.channel',
  source: 'p.source',
  utm_campaign: 'p.campaign',
  plan: 'p.plan',
  company: 'p.company',
};

/** SQL of the payments to credit, for `creditSql`. They don't overlap. */
function paidSources(): string[] {
  const own = 'utm_campaign AS campaign, NULL AS landing, NULL AS referrer';
  const stored = LATEST_COLUMNS.map((column) => `f.${column}`).join(', ');
  const none = LATEST_COLUMNS.map(
    (column) => `NULL${column.endsWith('_at') ? '::timestamptz' : ''} AS ${column}`,
  ).join(', ');
  return [
    ...factsWithTouches().map(
      (facts) => `SELECT *, ${own} FROM (SELECT ${stored}, ${ofFacts(undefined, facts)}) AS owned`,
    ),
    `SELECT ${none}, *, ${own} FROM (SELECT ${ofFacts("'user ' || f.user_id")} AND f.profile_id IS NULL) AS facts`,
    `SELECT ${none}, *, ${own} FROM (SELECT ${OF_OTHERS}) AS others`,
  ];
}

/** SQL of the shares of payments: whole payments, and divided ones if the model divides some. @param paid FROM item */
function sharesOf(
  paid: string,
  { dimension, filters, model }: RevenueSelection,
): { readonly undivided: string; readonly divided: string | undefined } {
  const dimensions: Readonly<Record<string, string>> = MODEL_SQL;
  const { undivided, divided } = creditParts(model, {
    ...{ paid, accounts: 'accounts', lookback: '$7' },
    columns: ['currency', 'is_refund', 'customer', 'is_new_customer', 'is_pending', 'plan', 'company'],
    touches: `at > ${beforeLookback('$2::timestamptz', '$7')} AND at < $3`,
  });
  const payment = 'PARTITION BY profile_id, occurred_at, payment_id';
  const isFirst = (partition: string): string => `row_number() OVER (${partition} ORDER BY at, tie) = 1`;
  const shares = (credit: string, isCounted: string, isCountedOfKey: string): string =>
    `SELECT currency, bucket, key, profile_id, customer, is_new_customer, is_refund, amount, is_pending, channel IS NULL AS is_unattributed,
           ${isCounted} AS is_counted, ${isCountedOfKey} AS is_counted_of_key
      FROM (SELECT currency, ${bucketAndKey(dimension && dimensions[dimension])}, profile_id, occurred_at, payment_id, at, tie, is_refund,
                   minor AS amount, customer, is_new_customer, is_pending, is_counted, channel
              FROM (${credit}) AS p
             WHERE true ${filterSql(dimensions, filters, 8)}) AS share`;
  // A filter may remove the share that counts.
  const isCounted = filters.length === 0 ? 'is_counted' : isFirst(payment);
  const isCountedOfKey = dimension === undefined ? isCounted : isFirst(`${payment}, key`);
  return {
    undivided: shares(undivided, 'true', 'true'),
    divided: divided && shares(divided, isCounted, isCountedOfKey),
  };
}

/**
 * CTEs that end with `sums`, by another model. A payment has several rows if the model divides it: one of them counts it, in total and for
 * each key. Payers are counted by account, which compares faster than a text.
 *
 * Shares of divided payments were sorted, and are stored. Undivided payments are summed by source, as in `recordedSums`: these scans are parallel.
 */
function modelSums(selection: RevenueSelection): string {
  const sources = paidSources();
  // A filter by a touch may remove the first payment of a payer.
  const isFiltered = selection.filters.length > 0;
  const undivided = sources.map((source) => `(${sharesOf(`(${source})`, selection).undivided}) AS shared`);
  const { divided } = sharesOf(`(${sources.join(' UNION ALL ')})`, selection);
  const shares = divided === undefined ? undivided : [...undivided, 'divided'];
  const ctes =
    divided === undefined
      ? ''
      : `accounts AS (
    SELECT f.profile_id, f.first_seen_at, f.channel, f.source, f.campaign, f.landing, f.referrer
      FROM identity.account_facts AS f
     WHERE f.workspace_id = $1 AND f.is_first AND f.first_seen_at > ${beforeLookback('$2::timestamptz', '$7')} AND f.first_seen_at < $3),
  divided AS MATERIALIZED (${divided}),`;
  const ofEach = (sql: (from: string) => string): string => shares.map(sql).join(' UNION ALL ');
  return `${ctes}
  payers AS (
    SELECT DISTINCT currency, key, profile_id, customer
      FROM (${ofEach((from) => `SELECT currency, key, profile_id, customer FROM ${from} WHERE num_nonnulls(profile_id, customer) > 0 AND NOT is_refund`)}) AS paid),
  groups AS (${ofEach(
    (from) => `
    SELECT currency, bucket, key, is_refund, is_unattributed, is_pending, sum(amount) AS amount, count(*) AS shares,
           count(*) FILTER (WHERE is_counted) AS payments, count(*) FILTER (WHERE is_counted_of_key) AS payments_of_key,
           count(*) FILTER (WHERE is_counted AND is_new_customer) AS customers
      FROM ${from} GROUP BY currency, bucket, key, is_refund, is_unattributed, is_pending`,
  )}),
  customers AS (
    SELECT currency, NULL AS key, 0 AS of_key, ${isFiltered ? 'count(*)' : 'sum(customers)'} AS customers
      FROM ${isFiltered ? '(SELECT DISTINCT currency, profile_id, customer FROM payers) AS payer' : 'groups'} GROUP BY currency
     UNION ALL
    SELECT currency, key, 1, count(*) FROM payers GROUP BY currency, key),
  sums_of_shares AS (
    SELECT ${OF_GROUP}, ${sumsSql('is_unattributed')},
           coalesce(CASE grouping(key) WHEN 0 THEN sum(payments_of_key) FILTER (WHERE NOT is_refund)
                                       ELSE sum(payments) FILTER (WHERE NOT is_refund) END, 0) AS payments,
           coalesce(sum(payments) FILTER (WHERE is_pending AND NOT is_refund), 0) AS pending_payments,
           coalesce(sum(shares) FILTER (WHERE is_pending), 0) AS pending_rows
      FROM groups ${GROUPS}),
  sums AS (
    SELECT s.*, coalesce(c.customers, 0) AS customers
      FROM sums_of_shares AS s
      LEFT JOIN customers AS c ON c.currency = s.currency AND c.of_key = s.of_key AND s.of_bucket = 0
       AND c.key IS NOT DISTINCT FROM s.key)`;
}

/**
 * One statement for the whole response, so that its parts agree. Returns one row per currency (`of_bucket` and `of_key` are
 * 0), one per bucket of a currency (counted from 1) and one per key of a currency. Money is in minor units.
 *
 * $1 workspace, $2 start, $3 end, $4 bucket starts, $5 creation time of the oldest open link, $6 limit. With a model: $7 lookback. Filters follow.
 */
function revenueSql(selection: RevenueSelection): string {
  return `WITH ${selection.model === 'first_touch' ? recordedSums(selection) : modelSums(selection)},
  ranked AS (
    SELECT *, row_number() OVER (PARTITION BY currency, of_bucket, of_key
                                     ORDER BY gross - refunds DESC, key COLLATE "C") AS rank
      FROM sums)
  SELECT currency, bucket, key, of_bucket, of_key, gross, refunds, payments::int, customers::int, unattributed, pending,
         pending_payments::int, pending_rows::int
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
    ...(query.model === 'first_touch' ? [] : [lookbackDays(query.lookback)]),
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
