import type { Pool } from '@headwater/kit/pg/pool';
import { acquiredSql, parametersOf, sharesOfAcquired, type CustomerSelection } from './customers';

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

const PERIOD = 'greatest(width_bucket(occurred_at, $4::timestamptz[]) - bucket, 0) AS period';

/** CTEs that end with `revenue`. */
function revenueSql(selection: CustomerSelection): string {
  const isRecorded = selection.model === 'first_touch';
  const rows = isRecorded
    ? 'SELECT *, true AS is_counted FROM by_period'
    : `SELECT bucket, key, ${PERIOD}, currency, CASE WHEN is_refund THEN -minor ELSE minor END AS minor, is_subscription, is_counted
              FROM shared`;
  return `${isRecorded ? '' : `${sharesOfAcquired(selection, { own: 0 })},`}
  revenue AS (
    SELECT bucket, key, period, currency, (count(*) FILTER (WHERE is_counted))::int AS payments, sum(minor) AS net,
           coalesce(sum(minor) FILTER (WHERE is_subscription), 0) AS subscriptions
      FROM (${rows}) AS paid GROUP BY bucket, key, period, currency)`;
}

/** Only for the metric `paying`: these rows are as many as the payments. */
const PAYERS = {
  ctes: `,
  paid_in AS (
    SELECT profile_id, bucket, key, period, period = min(period) OVER (PARTITION BY profile_id) AS is_first
      FROM by_period WHERE is_paying AND minor > 0 GROUP BY profile_id, bucket, key, period),
  payers AS (
    SELECT bucket, key, period, count(*)::int AS counted, (count(*) FILTER (WHERE is_first))::int AS first_counted
      FROM paid_in GROUP BY bucket, key, period)`,
  parts: `
     UNION ALL
    SELECT 'payers', bucket, key, period, '', counted, first_counted, 0, 0 FROM payers`,
};

/**
 * The parts of cohorts as of the last `numberChanges`, by cohort, then keys by descending customers. A period is the number of buckets
 * between the acquisition and the payment; an earlier payment counts in period 0.
 *
 * @param withPayers whether to return the parts of the kind `payers`
 */
export async function queryCohorts(
  pool: Pool,
  selection: CustomerSelection,
  withPayers: boolean,
): Promise<CohortPart[]> {
  const acquired = (columns: string): string => acquiredSql(selection, { columns, own: 0 });
  const { ctes, parts } = withPayers ? PAYERS : { ctes: '', parts: '' };
  const { rows } = await pool.query<PartRow>(
    `WITH by_period AS NOT MATERIALIZED (
    SELECT p.profile_id, bucket, key, ${PERIOD}, p.currency, is_paying, p.minor, p.is_subscription
      FROM (${acquired('f.profile_id, f.is_paying')} AND f.is_first AND f.currency <> '') AS payer
      JOIN identity.payment_facts AS p ON p.workspace_id = $1 AND p.profile_id = payer.profile_id),
  ${revenueSql(selection)}${ctes},
  -- A model may credit payments to a key without customers.
  sizes AS (
    SELECT bucket, key, sum(customers)::int AS customers
      FROM (SELECT bucket, key, count(*) AS customers FROM (${acquired('f.is_first')}) AS one WHERE is_first GROUP BY bucket, key
             UNION ALL
            SELECT DISTINCT bucket, key, 0 FROM revenue) AS found
     GROUP BY bucket, key),
  ranked AS (
    SELECT *, row_number() OVER (PARTITION BY bucket ORDER BY customers DESC, key COLLATE "C") AS rank FROM sizes),
  parts AS (
    SELECT 'size' AS kind, bucket, key, 0 AS period, '' AS currency, customers AS counted, 0 AS first_counted, 0::numeric AS net,
           0::numeric AS subscriptions FROM sizes
     UNION ALL
    SELECT 'revenue', bucket, key, period, currency, payments, 0, net, subscriptions FROM revenue${parts})
  SELECT p.kind, p.bucket, p.key, p.period, p.currency, p.counted, p.first_counted, p.net, p.subscriptions
    FROM parts AS p JOIN ranked AS r ON r.bucket = p.bucket AND coalesce(r.key, '') = coalesce(p.key, '')
   WHERE r.rank <= $5
   ORDER BY p.bucket, r.rank, p.kind = 'size' DESC, p.period`,
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
