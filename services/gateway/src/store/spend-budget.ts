import type { Pool } from '@headwater/kit/pg/pool';

/** Points of a token's budget. */
export interface Spending {
  readonly tokenId: number;
  readonly budget: string;
  /** Unix milliseconds. */
  readonly windowStart: number;
  readonly points: number;
}

/**
 * Adds to what was spent in a window and gives the sum over all gateways. Of two windows the later one stays, so that a
 * gateway whose clock is behind hears of its own points alone.
 */
export async function spendBudget(
  pool: Pool,
  { tokenId, budget, windowStart, points }: Spending,
): Promise<number> {
  const { rows } = await pool.query<{ spent: string }>({
    name: 'spend-budget',
    text: `INSERT INTO gateway.spent_budgets AS known (token_id, budget, window_start, spent) VALUES ($1, $2, $3, $4)
           ON CONFLICT (token_id, budget) DO UPDATE SET
             spent = CASE
               WHEN known.window_start = EXCLUDED.window_start THEN known.spent + EXCLUDED.spent
               WHEN known.window_start < EXCLUDED.window_start THEN EXCLUDED.spent
               ELSE known.spent END,
             window_start = greatest(known.window_start, EXCLUDED.window_start)
           RETURNING CASE WHEN known.window_start = $3 THEN known.spent ELSE $4 END AS spent`,
    values: [tokenId, budget, new Date(windowStart), points],
  });
  return Number(rows[0]?.spent ?? points);
}

/** Deletes what was spent in windows that began before a moment (Unix milliseconds). */
export async function sweepBudgets(pool: Pool, before: number): Promise<void> {
  await pool.query('DELETE FROM gateway.spent_budgets WHERE window_start < $1', [new Date(before)]);
}
