import type { Pool, PoolClient } from '@headwater/kit/pg/pool';
import { NONE } from '@headwater/protos/vocabulary';
import type { Cost } from '../domain/cost';
import type { Filter } from '../domain/revenue-query';
import { filterSql, keySql } from './dimension-sql';

/** The dimensions of costs. */
export type CostDimension = 'channel' | 'source' | 'campaign';

const DIMENSIONS: Readonly<Record<CostDimension, string>> = {
  channel: 'c.channel',
  source: 'c.source',
  campaign: 'c.campaign',
};

/**
 * Saves costs; each key at most once. Rows are locked in the order of their keys. The last lock of a transaction.
 *
 * @returns the number of costs whose key was stored.
 */
export async function putCosts(
  client: PoolClient,
  workspaceId: number,
  { costs, now }: { readonly costs: readonly Cost[]; readonly now: number },
): Promise<number> {
  if (costs.length === 0) return 0;
  const { rows } = await client.query<{ is_new: boolean }>({
    name: 'put-costs',
    text: `INSERT INTO identity.costs (workspace_id, day, channel, source, campaign, currency, amount_minor, clicks, impressions,
                                       updated_at)
           SELECT $1, day, channel, source, campaign, currency, amount_minor, clicks, impressions, $2
             FROM unnest($3::date[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::bigint[], $10::bigint[])
                  AS sent (day, channel, source, campaign, currency, amount_minor, clicks, impressions)
            ORDER BY day, channel, source, campaign, currency
           ON CONFLICT (workspace_id, day, channel, source, campaign, currency)
           DO UPDATE SET amount_minor = excluded.amount_minor, clicks = excluded.clicks, impressions = excluded.impressions,
                         updated_at = excluded.updated_at
           RETURNING xmax = 0 AS is_new`,
    values: [
      workspaceId,
      new Date(now),
      costs.map(({ day }) => day),
      costs.map(({ channel }) => channel),
      costs.map(({ source }) => source),
      costs.map(({ campaign }) => campaign),
      costs.map(({ currency }) => currency),
      costs.map(({ amountMinor }) => amountMinor.toString()),
      costs.map(({ clicks }) => clicks),
      costs.map(({ impressions }) => impressions),
    ],
  });
  return rows.filter(({ is_new }) => !is_new).length;
}

/** A window of days, `YYYY-MM-DD`, inclusive. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The position of a cost in the list. */
export type CostKey = Pick<Cost, 'day' | 'channel' | 'source' | 'campaign' | 'currency'>;

interface CostRow {
  day: string;
  channel: string;
  source: string;
  campaign: string;
  currency: string;
  amount_minor: string;
  clicks: string | null;
  impressions: string | null;
}

/** Costs by day and key. */
export async function listCosts(
  pool: Pool,
  workspaceId: number,
  { from, to, after, limit }: Days & { readonly after: CostKey | undefined; readonly limit: number },
): Promise<Cost[]> {
  const { rows } = await pool.query<CostRow>({
    name: 'list-costs',
    text: `SELECT day::text, channel, source, campaign, currency, amount_minor, clicks, impressions
             FROM identity.costs
            WHERE workspace_id = $1 AND day >= $2::date AND day <= $3::date
              AND (day, channel, source, campaign, currency) > ($4::date, $5, $6, $7, $8)
            ORDER BY day, channel, source, campaign, currency
            LIMIT $9`,
    values: [
      workspaceId,
      from,
      to,
      after?.day ?? '-infinity',
      after?.channel ?? '',
      after?.source ?? '',
      after?.campaign ?? '',
      after?.currency ?? '',
      limit,
    ],
  });
  return rows.map(({ amount_minor, clicks, impressions, ...key }) => ({
    ...key,
    amountMinor: BigInt(amount_minor),
    clicks: clicks === null ? null : Number(clicks),
    impressions: impressions === null ? null : Number(impressions),
  }));
}

/** Deletes the costs of a window. @returns their number */
export async function deleteCosts(
  client: PoolClient,
  workspaceId: number,
  { from, to }: Days,
): Promise<number> {
  const { rowCount } = await client.query({
    name: 'delete-costs',
    text: 'DELETE FROM identity.costs WHERE workspace_id = $1 AND day >= $2::date AND day <= $3::date',
    values: [workspaceId, from, to],
  });
  return rowCount ?? 0;
}

/** The costs of one key, and of one cohort if `cohort` is given, in one currency. */
export interface CostSum {
  /** First day of the month or week; null without cohorts. */
  readonly cohort: string | null;
  /** Null without a dimension. */
  readonly key: string | null;
  readonly currency: string;
  readonly amountMinor: bigint;
}

export interface SumCosts extends Days {
  readonly workspaceId: number;
  readonly dimension: CostDimension | undefined;
  readonly filters: readonly Filter<CostDimension>[];
  readonly cohort?: 'month' | 'week';
}

/** Sums the costs of a window, in the order of the currencies. */
export async function sumCosts(pool: Pool, sum: SumCosts): Promise<CostSum[]> {
  const { workspaceId, from, to, dimension, filters, cohort } = sum;
  const { rows } = await pool.query<{
    cohort: string | null;
    key: string | null;
    currency: string;
    amount: string;
  }>(
    `SELECT ${cohort === undefined ? 'NULL' : `date_trunc('${cohort}', c.day::timestamp)::date::text`} AS cohort,
            ${dimension === undefined ? 'NULL' : keySql(DIMENSIONS[dimension], NONE)} AS key,
            c.currency, sum(c.amount_minor)::text AS amount
       FROM identity.costs AS c
      WHERE c.workspace_id = $1 AND c.day >= $2::date AND c.day <= $3::date
            ${filterSql(DIMENSIONS, filters, 4)}
      GROUP BY 1, 2, 3
      ORDER BY c.currency COLLATE "C"`,
    [workspaceId, from, to, ...filters.map(({ values }) => values)],
  );
  return rows.map(({ amount, ...row }) => ({ ...row, amountMinor: BigInt(amount) }));
}
