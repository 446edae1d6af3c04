import type { Pool } from '@headwater/kit/pg/pool';

/** Accounts that the customer groups by a key of its own. */
export interface Company {
  readonly company: string;
  readonly accounts: number;
  /** A decimal number in major units. */
  readonly mrr: string;
  /** Of the account that was seen first; null while none has one. */
  readonly channel: string | null;
}

/** The companies with the largest MRR, and how many there are in all. Grouped when asked, so a move takes all along. */
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
