import type { Pool } from '@headwater/kit/pg/pool';
import { NONE } from '@headwater/protos/vocabulary';
import { filterSql, keySql } from './dimension-sql';
import { ACCOUNT_DIMENSIONS } from './customers';
import type { RevenueSelection } from './revenue';

/** The accounts with one value of `company`, the customer's own key. */
export interface Company {
  readonly company: string;
  readonly accounts: number;
  /** A decimal number in major units. */
  readonly mrr: string;
  /** Channel of the account with the earliest first session; null while no account has a channel. */
  readonly channel: string | null;
}

/** The companies with the largest MRR, and the total number. Grouped by query, so a changed `company` moves its whole history. */
export async function listCompanies(
  pool: Pool,
  workspaceId: number,
  limit: number,
): Promise<{ companies: Company[]; total: number }> {
  const result = await pool.query<Company & { total: number }>({
    name: 'list-companies',
    text: `SELECT o.company, count(*)::int AS accounts, coalesce(sum(o.mrr), 0)::text AS mrr,
                  (array_agg(a.channel ORDER BY a.first_seen_at, o.id) FILTER (WHERE a.channel IS NOT NULL))[1]
                    AS channel,
                  (count(*) OVER ())::int AS total
             FROM identity.profiles AS o
             LEFT JOIN identity.attributions AS a ON a.workspace_id = $1 AND a.profile_id = o.id
            WHERE o.workspace_id = $1 AND o.company IS NOT NULL
            GROUP BY o.company
            ORDER BY coalesce(sum(o.mrr), 0) DESC, o.company COLLATE "C"
            LIMIT $2`,
    values: [workspaceId, limit],
  });
  const companies = result.rows.map(({ company, accounts, mrr, channel }) => ({
    company,
    accounts,
    mrr,
    channel,
  }));
  return { companies, total: result.rows[0]?.total ?? 0 };
}

/** The MRR of the accounts of one channel. */
export interface NewMrr {
  /** `(none)` for accounts without an attribution. */
  readonly channel: string;
  /** A decimal number in major units. */
  readonly mrr: string;
  readonly accounts: number;
}

/** The current MRR of the accounts identified in the window, by recorded channel, as of the last `numberChanges`. One row per channel. */
export async function queryNewMrr(
  pool: Pool,
  {
    workspaceId,
    startMs,
    endMs,
    filters,
  }: Pick<RevenueSelection, 'workspaceId' | 'startMs' | 'endMs' | 'filters'>,
): Promise<NewMrr[]> {
  const channel = keySql(ACCOUNT_DIMENSIONS.channel, NONE);
  const result = await pool.query<NewMrr>(
    `SELECT ${channel} AS channel, sum(f.mrr)::text AS mrr, count(*)::int AS accounts
       FROM identity.account_facts AS f
      WHERE f.workspace_id = $1 AND f.identified_at >= $2 AND f.identified_at < $3 AND f.is_first AND f.mrr > 0
           ${filterSql(ACCOUNT_DIMENSIONS, filters, 4)}
      GROUP BY ${channel}
      ORDER BY sum(f.mrr) DESC, ${channel} COLLATE "C"`,
    [workspaceId, new Date(startMs), new Date(endMs), ...filters.map(({ values }) => values)],
  );
  return result.rows;
}
