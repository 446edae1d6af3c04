import type { Channel } from '@headwater/protos/vocabulary';
import { PLANS, type Life, type PlanName } from './life';
import { createRandom, type Weighted } from './random';
import type { Visitor } from './visitor';

/** Somebody who has signed up, as the customer's own database would know it. */
export interface Account {
  /** The visitor's anonymous id at signup. */
  readonly anonymousId: string;
  /** Below example.com: reserved, nobody's. */
  readonly email: string;
  readonly userId: string;
  /** Undefined for those who work for themselves. */
  readonly company: string | undefined;
  readonly plan: PlanName;
  /** Euros a month. */
  readonly mrr: number;
  /** That of the visitor's first visit, which identify is to answer. */
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

/** The account of a visitor that has signed up, undefined before. */
export function accountOf(visitor: Visitor, life: Life): Account | undefined {
  if (life.plan === undefined) return undefined;
  // A stream of its own: the account is the same whenever it is asked for.
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
