import { NONE } from '@headwater/protos/vocabulary';
import type { Pool } from '@headwater/kit/pg/pool';
import type { RevenueQuery } from './query-revenue';
import { filterSql, keySql } from './revenue-sql';

/** What the accounts of one channel pay a month. */
export interface NewMrr {
  /** `(none)` where it is unknown. */
  readonly channel: string;
  /** A decimal number in major units. */
  readonly mrr: string;
  readonly accounts: number;
}

/** The MRR, as it is by now, of profiles that were made in the window, by recorded channel. At most one row a channel. */
export async function queryNewMrr(
  pool: Pool,
  {
    workspaceId,
    startMs,
    endMs,
    filters,
  }: Pick<RevenueQuery, 'workspaceId' | 'startMs' | 'endMs' | 'filters'>,
): Promise<NewMrr[]> {
  // No payment and no erased account is asked for: `p` is there for the dimensions alone.
  const channel = keySql('channel', NONE);
  const result = await pool.query<NewMrr>(
    `SELECT ${channel} AS channel, sum(o.mrr)::text AS mrr, count(*)::int AS accounts
       FROM identity.profiles AS o
       LEFT JOIN identity.attributions AS a ON a.workspace_id = $1 AND a.profile_id = o.id
      CROSS JOIN (SELECT NULL::jsonb AS kept_attribution) AS p
      WHERE o.workspace_id = $1 AND o.created_at >= $2 AND o.created_at < $3 AND o.mrr > 0
           ${filterSql(filters, 4)}
      GROUP BY ${channel}
      ORDER BY sum(o.mrr) DESC, ${channel} COLLATE "C"`,
    [workspaceId, new Date(startMs), new Date(endMs), ...filters.map(({ values }) => values)],
  );
  return result.rows;
}
