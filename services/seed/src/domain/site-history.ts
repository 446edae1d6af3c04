import type { EventRow } from '@headwater/eventstore/event-columns';
import type { StoredIds } from '@headwater/eventstore/stored-ids';
import type { Channel } from '@headwater/protos/vocabulary';
import { accountOf, type Account } from './account';
import { calendarDays, newVisitors, visitStart, returnProbability, type CalendarDay } from './calendar';
import { eventRows, type SeedSite } from './event-rows';
import { createRandom } from './random';
import { campaignLift } from './sources';
import { visitSteps } from './visit-steps';
import {
  createVisitor,
  daysUntilReturn,
  lifeAfter,
  NEWCOMER,
  sourceOfVisit,
  type Life,
  type Visitor,
} from './visitor';

export interface HistoryOptions {
  readonly site: SeedSite;
  readonly storedIds: StoredIds;
  readonly seed: number;
  /** Mean number of visitors per day. */
  readonly visitorsPerDay: number;
  /** Days of history up to the creation of the site, inclusive. */
  readonly days: number;
  /** End of the history, Unix ms. */
  readonly now: number;
}

/** A generated visit. */
export interface PastVisit {
  readonly channel: Channel;
  /** Never empty. */
  readonly rows: readonly EventRow[];
  /** The account after the visit; undefined before the signup. */
  readonly account: Account | undefined;
}

interface Return {
  readonly visitor: Visitor;
  readonly life: Life;
}

/**
 * Generates all visits of a site, day by day.
 *
 * The history starts a fixed number of days before the creation of the site, so that a later run generates the same visits and
 * then the new ones. Memory: one small object per visitor that will return.
 */
export function* siteHistory({
  site,
  storedIds,
  seed,
  visitorsPerDay,
  days,
  now,
}: HistoryOptions): Generator<PastVisit> {
  const name = `${seed}/${site.siteId}`;
  const expected = new Map<number, Return[]>();
  const expect = (index: number, visit: Return): void => {
    const list = expected.get(index);
    if (list) list.push(visit);
    else expected.set(index, [visit]);
  };
  for (const day of calendarDays(site.timezone, site.createdAt, now, days - 1)) {
    const random = createRandom(`day/${name}/${day.date}`);
    const arrivals = newVisitors(day, visitorsPerDay, campaignLift(day.index), random);
    const returning = expected.get(day.index) ?? [];
    expected.delete(day.index);
    for (const each of visitorsOf(`${name}/${day.date}`, day, arrivals, returning)) {
      if (each.life.visits > 0 && !each.visitor.random.chance(returnProbability(day))) {
        expect(day.index + 1, each);
        continue;
      }
      const { visit, life } = visitOf(each, { day, site, storedIds, now });
      if (visit) yield visit;
      const gap = daysUntilReturn(each.visitor, life);
      if (gap !== undefined) expect(day.index + gap, { visitor: each.visitor, life });
    }
  }
}

/** The visitors of a day: new visitors, then expected returns. */
function* visitorsOf(
  name: string,
  day: CalendarDay,
  arrivals: number,
  returning: readonly Return[],
): Generator<Return> {
  for (let number = 0; number < arrivals; number++) {
    yield { visitor: createVisitor(`${name}/${number}`, day), life: NEWCOMER };
  }
  yield* returning;
}

function visitOf(
  { visitor, life }: Return,
  {
    day,
    site,
    storedIds,
    now,
  }: Pick<HistoryOptions, 'site' | 'storedIds' | 'now'> & { readonly day: CalendarDay },
): { visit: PastVisit | undefined; life: Life } {
  const { agent, random } = visitor;
  const source = sourceOfVisit(visitor, life, day);
  const start = visitStart(day, agent.hoursAhead, random);
  const steps = visitSteps({ life, source, agent, start }, random).filter((step) => step.at <= now);
  const after = lifeAfter(life, steps);
  if (steps.length === 0) return { visit: undefined, life: after };
  const rows = eventRows({ site, storedIds, visitor, number: life.visits, source, steps });
  return { visit: { channel: source.channel, rows, account: accountOf(visitor, after) }, life: after };
}
