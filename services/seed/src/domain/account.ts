import type { Channel } from '@headwater/protos/vocabulary';
import { createRandom, type Weighted } from './random';
import { PLANS, type Life, type PlanName, type Visitor } from './visitor';

/** The account of a visitor that has signed up, as in the customer's database. */
export interface Account {
  /** Anonymous id of the visitor at signup. */
  readonly anonymousId: string;
  /** An address of the reserved domain example.com. */
  readonly email: string;
  readonly userId: string;
  /** Undefined for self-employed visitors. */
  readonly company: string | undefined;
  readonly plan: PlanName;
  /** Euros per month. */
  readonly mrr: number;
  /** Channel of the first visit, which identify must return. */
  readonly firstChannel: Channel;
}

// prettier-ignore
const FIRST_NAMES = 'ada amir anna bruno chen clara dana elif emil eva finn hana hugo ines ivan jana jonas kofi lena luis mara mei milan nadia noor olga omar paula priya rosa sam sofia tariq uma viktor wei yuki zoe'.split(' ');
// prettier-ignore
const LAST_NAMES = 'adler baker berg castro costa diaz eriksen fischer garcia haas ito jansen keller kim lang lopez maier meyer novak okafor patel peters ricci rossi sato schmidt silva singh smit tanaka vogel weber wong yilmaz'.split(' ');
// prettier-ignore
const COMPANIES: readonly Weighted<string>[] = 'Alpenrad Birchworks Blaufuchs Cedarline Deichwerk Eastmill Fernhill Gletscherlab Harbourly Inselkraft Juniper-Loop Kiteworks-Nord Lumenhof Mosaikon Nordlicht Oakfield Papierboot Quellwerk Riverstone Saltbox Tannhof Umlauf Velvetbit Waldmeister Zitronenhain'
  .split(' ')
  .map((name, index) => [name, 10 / (index + 3)]);

/** The account of a visitor; undefined before the signup. */
export function accountOf(visitor: Visitor, life: Life): Account | undefined {
  if (life.plan === undefined) return undefined;
  // A random stream of its own, so that every call returns the same account.
  const random = createRandom(`account/${visitor.ref}`);
  const name = [FIRST_NAMES, LAST_NAMES].map((names) => names[random.whole(0, names.length - 1)]).join('.');
  const price = PLANS.find((row) => row.name === life.plan)?.price ?? 0;
  const seats = life.plan === 'team' ? random.whole(1, 6) : 1;
  return {
    anonymousId: visitor.ref,
    email: `${name}.${visitor.ref.slice(0, 6)}@example.com`,
    userId: `u_${visitor.ref.slice(0, 12).replace('-', '')}`,
    company: random.chance(0.68) ? random.draw(COMPANIES) : undefined,
    plan: life.plan,
    mrr: life.paid ? price * seats : 0,
    firstChannel: visitor.first.channel,
  };
}
