import type { Pool } from '@headwater/kit/pg/pool';

/** Points that a gateway adds to one budget of one token. */
export interface Spending {
  readonly tokenId: number;
  readonly budget: string;
  /** Unix milliseconds. */
  readonly windowStart: number;
  readonly points: number;
}

/**
 * Adds points to the window and returns its sum over all gateways. The row holds only the latest window, so a gateway
 * whose clock is behind gets back its own points.
 */
export async function addSpending(
  db: Pool,
  { tokenId, budget, windowStart, points }: Spending,
): Promise<number> {
  const { rows } = await db.query<{ spent: string }>({
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

/** Deletes windows that began before a time (Unix milliseconds). */
export async function deleteSpendingBefore(db: Pool, before: number): Promise<void> {
  await db.query('DELETE FROM gateway.spent_budgets WHERE window_start < $1', [new Date(before)]);
}
