import { PLANS, type Life } from './life';
import type { Random } from './random';
import type { Source } from './source';
import { pageview, type Act } from './act';
import type { Agent } from './audience';

/** Phones are for reading; who comes back has made up half their mind. */
const ON_PHONE = 0.5;
const ON_RETURN = 1.7;

const PURCHASE_AT_ONCE = 0.5;
const PURCHASE_LATER = 0.3;
const UPGRADE = 0.035;

interface Situation {
  readonly life: Life;
  readonly source: Source;
  readonly agent: Agent;
}

/** The end of a visit that leads to an account or a payment; nothing for most visits. */
export function conversionActs({ life, source, agent }: Situation, random: Random): Act[] {
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
    ...(plan !== 'free' && random.chance(PURCHASE_AT_ONCE) ? purchase(plan, random) : []),
  ];
}

function laterPurchase(plan: string, random: Random): Act[] {
  if (plan !== 'free') return random.chance(PURCHASE_LATER) ? purchase(plan, random) : [];
  return random.chance(UPGRADE) ? [pageview('/pricing'), ...purchase('pro', random)] : [];
}

/** Twelve months for the price of ten. */
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
