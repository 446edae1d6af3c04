/** A sign-up that was not seen before: a new address of a new visitor. */
export interface SignUp {
  readonly anonymousId: string;
  readonly email: string;
  readonly plan: string;
  readonly mrr: number;
}

/** The work of a round: `single` accounts one by one, or `bulk` calls of many rows. */
export type WorkKind = 'single' | 'bulk';

/** Rows of a bulk call. */
export const BULK_ROWS = 1_000;

const PLANS = ['free', 'pro', 'team'];

/** Sign-ups one after the other, unlike those of another prefix. */
export function signUps(prefix: string): () => SignUp {
  let count = 0;
  return () => {
    const number = count++;
    return {
      anonymousId: `${prefix}-${number}`,
      email: `${prefix}.account-${number}@customers.example`,
      plan: PLANS[number % PLANS.length] ?? '',
      mrr: number % 500,
    };
  };
}
