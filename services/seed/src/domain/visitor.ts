import { drawAgent, type Agent } from './audience';
import type { CalendarDay } from './calendar';
import { createRandom, deterministicUuid, type Random } from './random';
import type { Source } from './source';
import { firstVisitWeight, laterVisitWeight, SOURCES } from './sources';
import type { Step } from './step';

/** Plans with their price in euros per month and their share of signups. */
export const PLANS = [
  { name: 'free', price: 0, weight: 57 },
  { name: 'pro', price: 29, weight: 31 },
  { name: 'team', price: 99, weight: 12 },
] as const;

export type PlanName = (typeof PLANS)[number]['name'];

/** The state of a visitor after some visits. */
export interface Life {
  readonly visits: number;
  /** Undefined before the signup. */
  readonly plan?: PlanName;
  readonly paid: boolean;
}

export const NEWCOMER: Life = { visits: 0, paid: false };

/** The state after a visit with these steps. */
export function lifeAfter(life: Life, steps: readonly Step[]): Life {
  return steps.reduce(afterStep, { ...life, visits: life.visits + 1 });
}

function afterStep(life: Life, { name, props }: Step): Life {
  if (name !== 'signup' && name !== 'purchase') return life;
  const plan = PLANS.find((row) => row.name === props['plan'])?.name;
  return { visits: life.visits, paid: life.paid || name === 'purchase', ...(plan ? { plan } : {}) };
}

/** A visitor with one browser. */
export interface Visitor {
  /** Anonymous id, as the tracker creates it. */
  readonly ref: string;
  readonly agent: Agent;
  /** Source of the first visit. */
  readonly first: Source;
  /** Random stream of the visitor, independent of other visitors. */
  readonly random: Random;
}

/** Creates a new visitor. @param name unique name in the history, such as `1/12/2026-10-05/17` */
export function createVisitor(name: string, day: CalendarDay): Visitor {
  const random = createRandom(`visitor/${name}`);
  const first = random.draw(SOURCES.map((source) => [source, firstVisitWeight(source, day.index)]));
  return { ref: deterministicUuid(`visitor/${name}`), agent: drawAgent(first.phones, random), first, random };
}

/** The source of a visit: that of the first visit, or a source for later visits, often direct. */
export function sourceOfVisit(visitor: Visitor, life: Life, day: CalendarDay): Source {
  if (life.visits === 0) return visitor.first;
  return visitor.random.draw(SOURCES.map((source) => [source, laterVisitWeight(source, day.index)]));
}

/** Days until the next visit; undefined without another visit. */
export function daysUntilReturn(visitor: Visitor, life: Life): number | undefined {
  const { random } = visitor;
  const probability = life.plan !== undefined ? 0.9 : life.visits === 1 ? 0.2 : 0.5;
  if (!random.chance(probability)) return undefined;
  return Math.max(1, Math.round(random.around(life.plan === undefined ? 5 : 3.5, 0.8)));
}
