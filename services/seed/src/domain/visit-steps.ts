import { PAGEVIEW } from '@headwater/protos/vocabulary';
import type { Agent } from './audience';
import { eventsOnPage, walkPages } from './pages';
import type { Random } from './random';
import type { Entry, Source } from './source';
import { pageview, type Act, type Step } from './step';
import { PLANS, type Life } from './visitor';

/** Landing pages of customers. */
const CUSTOMER_ENTRIES: readonly Entry[] = ['docs', 'docs', 'changelog', 'home'];

/** A session ends after 30 minutes without an event. */
const MAX_PAUSE_MS = 25 * 60_000;

interface VisitPlan {
  readonly life: Life;
  readonly source: Source;
  readonly agent: Agent;
  /** Unix ms. */
  readonly start: number;
}

/** The steps of a visit in order, starting with the pageview of the landing page. */
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

/** The time before a step: longer before pageviews than before custom events. */
function pause(act: Act, random: Random): number {
  const median = act.name === PAGEVIEW ? 34_000 : 9_000;
  return Math.round(Math.min(random.around(median, 0.95), MAX_PAUSE_MS));
}

/** Factors of the probability of a signup. */
const ON_PHONE = 0.5;
const ON_RETURN = 1.7;

const PURCHASE_AT_SIGNUP = 0.5;
const PURCHASE_LATER = 0.3;
const UPGRADE = 0.035;

interface Situation {
  readonly life: Life;
  readonly source: Source;
  readonly agent: Agent;
}

/** The final steps of a visit with a signup or purchase; empty for most visits. */
function conversionActs({ life, source, agent }: Situation, random: Random): Act[] {
  if (life.plan !== undefined) return life.paid ? [] : laterPurchase(life.plan, random);
  const probability =
    source.signup * (agent.device === 'mobile' ? ON_PHONE : 1) * (life.visits > 0 ? ON_RETURN : 1);
  if (!random.chance(probability)) return [];
  const plan = random.draw(PLANS.map((row) => [row.name, row.weight]));
  const method = random.draw([
    ['email', 58],
    ['google', 29],
    ['github', 13],
  ]);
  return [
    pageview('/pricing'),
    pageview('/signup'),
    { name: 'signup', pathname: '/signup', props: { plan, method } },
    pageview('/welcome'),
    ...(plan !== 'free' && random.chance(PURCHASE_AT_SIGNUP) ? purchase(plan, random) : []),
  ];
}

function laterPurchase(plan: string, random: Random): Act[] {
  if (plan !== 'free') return random.chance(PURCHASE_LATER) ? purchase(plan, random) : [];
  return random.chance(UPGRADE) ? [pageview('/pricing'), ...purchase('pro', random)] : [];
}

/** A purchase; a year costs ten months. */
function purchase(plan: string, random: Random): Act[] {
  const yearly = random.chance(0.27);
  const price = PLANS.find((row) => row.name === plan)?.price ?? 0;
  const props = {
    plan,
    amount: `${price * (yearly ? 10 : 1)}.00`,
    currency: 'EUR',
    interval: yearly ? 'year' : 'month',
  };
  return [pageview('/checkout'), { name: 'purchase', pathname: '/checkout', props }];
}
