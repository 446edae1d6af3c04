import { PAGEVIEW } from '@headwater/protos/vocabulary';
import { pageview, type Act } from './act';
import type { Agent } from './audience';
import { conversionActs } from './conversion';
import type { Life } from './life';
import { eventsOnPage } from './page-events';
import { walkPages } from './pages';
import type { Random } from './random';
import type { Entry, Source } from './source';
import type { Step } from './step';

/** Customers come to work, not to be won. */
const CUSTOMER_ENTRIES: readonly Entry[] = ['docs', 'docs', 'changelog', 'home'];

/** A session ends after 30 minutes without an event. */
const LONGEST_PAUSE_MS = 25 * 60_000;

export interface VisitPlan {
  readonly life: Life;
  readonly source: Source;
  readonly agent: Agent;
  /** Unix ms. */
  readonly start: number;
}

/** Everything that happens in one visit, in order; the first step is the landing page's view. */
export function visitSteps(plan: VisitPlan, random: Random): Step[] {
  const entries = plan.life.plan === undefined ? plan.source.entries : CUSTOMER_ENTRIES;
  const acts: Act[] = walkPages(entries, plan.source.stay, random).flatMap((page) => [
    pageview(page.pathname),
    ...eventsOnPage(page, plan.agent.os, random).map((event) => ({ ...event, pathname: page.pathname })),
  ]);
  acts.push(...conversionActs(plan, random));
  let at = plan.start;
  return acts.map((act, index) => {
    if (index > 0) at += pause(act, random);
    return { ...act, at };
  });
}

/** How long until an act: pages are read, what is done on them follows soon. */
function pause(act: Act, random: Random): number {
  const median = act.name === PAGEVIEW ? 34_000 : 9_000;
  return Math.round(Math.min(random.around(median, 0.95), LONGEST_PAUSE_MS));
}
