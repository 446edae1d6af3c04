import type { Step } from './step';

/** What a person can subscribe to, with its price a month in euros and how many choose it. */
export const PLANS = [
  { name: 'free', price: 0, weight: 57 },
  { name: 'pro', price: 29, weight: 31 },
  { name: 'team', price: 99, weight: 12 },
] as const;

export type PlanName = (typeof PLANS)[number]['name'];

/** How far a visitor has come. */
export interface Life {
  readonly visits: number;
  /** Chosen at signup, undefined before. */
  readonly plan?: PlanName;
  readonly paid: boolean;
}

export const NEWCOMER: Life = { visits: 0, paid: false };

/** The life after a visit: whatever its steps say was signed up for or bought. */
export function lifeAfter(life: Life, steps: readonly Step[]): Life {
  return steps.reduce(afterStep, { ...life, visits: life.visits + 1 });
}

function afterStep(life: Life, { name, props }: Step): Life {
  if (name !== 'signup' && name !== 'purchase') return life;
  const plan = PLANS.find((row) => row.name === props['plan'])?.name;
  return { visits: life.visits, paid: life.paid || name === 'purchase', ...(plan ? { plan } : {}) };
}
