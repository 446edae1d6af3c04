import { drawAgent, type Agent } from './audience';
import type { CalendarDay } from './calendar';
import { deterministicUuid } from './deterministic-uuid';
import type { Life } from './life';
import { createRandom, type Random } from './random';
import type { Source } from './source';
import { firstVisitWeight, laterVisitWeight, SOURCES } from './sources';

/** One browser. */
export interface Visitor {
  /** The anonymous id, as the tracker would have made it. */
  readonly ref: string;
  readonly agent: Agent;
  /** What brought it here first. */
  readonly first: Source;
  /** Its own stream of draws: what others do changes nothing for it. */
  readonly random: Random;
}

/** @param name names the visitor within the history, such as `1/12/2026-10-05/17` */
export function createVisitor(name: string, day: CalendarDay): Visitor {
  const random = createRandom(`visitor/${name}`);
  const first = random.draw(SOURCES.map((source) => [source, firstVisitWeight(source, day.index)]));
  return { ref: deterministicUuid(`visitor/${name}`), agent: drawAgent(first.phones, random), first, random };
}

/** What brings a visitor on a day: the source that made it new, later mostly the address it remembers. */
export function sourceOfVisit(visitor: Visitor, life: Life, day: CalendarDay): Source {
  if (life.visits === 0) return visitor.first;
  return visitor.random.draw(SOURCES.map((source) => [source, laterVisitWeight(source, day.index)]));
}

/** Days until the visitor comes back, undefined when never. */
export function daysUntilReturn(visitor: Visitor, life: Life): number | undefined {
  const { random } = visitor;
  const probability = life.plan !== undefined ? 0.9 : life.visits === 1 ? 0.2 : 0.5;
  if (!random.chance(probability)) return undefined;
  return Math.max(1, Math.round(random.around(life.plan === undefined ? 5 : 3.5, 0.8)));
}
