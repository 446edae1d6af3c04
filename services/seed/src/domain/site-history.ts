import type { EventRow } from '@headwater/eventstore/event-row';
import type { Channel } from '@headwater/protos/vocabulary';
import { accountOf, type Account } from './account';
import { calendarDays, type CalendarDay } from './calendar';
import { eventRows, type SeedSite } from './event-rows';
import { lifeAfter, NEWCOMER, type Life } from './life';
import { createRandom } from './random';
import { newVisitors, visitStart, weekdayPull } from './rhythm';
import { campaignLift } from './sources';
import { createVisitor, daysUntilReturn, sourceOfVisit, type Visitor } from './visitor';
import { visitSteps } from './visit-steps';

export interface HistoryOptions {
  readonly site: SeedSite;
  readonly seed: number;
  /** Mean number of visitors a day. */
  readonly visitorsPerDay: number;
  /** How many days it goes back from the day on which the site was made, that day included. */
  readonly days: number;
  /** Nothing happens after this, Unix ms. */
  readonly now: number;
}

/** One visit that took place. */
export interface PastVisit {
  readonly channel: Channel;
  /** Never empty. */
  readonly rows: readonly EventRow[];
  /** As it stands after the visit, for a visitor that has signed up. */
  readonly account: Account | undefined;
}

interface Return {
  readonly visitor: Visitor;
  readonly life: Life;
}

/**
 * All visits of a site, day by day.
 *
 * Days are anchored to the day on which the site was made, so that a later run tells the very same history and then what
 * came after. Held in memory: one small object for each visitor that will come back.
 */
export function* siteHistory({
  site,
  seed,
  visitorsPerDay,
  days,
  now,
}: HistoryOptions): Generator<PastVisit> {
  const name = `${seed}/${site.siteId}`;
  const expected = new Map<number, Return[]>();
  const expect = (index: number, who: Return): void => {
    const list = expected.get(index);
    if (list) list.push(who);
    else expected.set(index, [who]);
  };
  for (const day of calendarDays(site.timezone, site.createdAt, now, days - 1)) {
    const random = createRandom(`day/${name}/${day.date}`);
    const arrivals = newVisitors(day, visitorsPerDay, campaignLift(day.index), random);
    const returning = expected.get(day.index) ?? [];
    expected.delete(day.index);
    for (const who of guests(`${name}/${day.date}`, day, arrivals, returning)) {
      if (who.life.visits > 0 && !who.visitor.random.chance(weekdayPull(day))) {
        expect(day.index + 1, who);
        continue;
      }
      const { visit, life } = takePlace(who, day, site, now);
      if (visit) yield visit;
      const gap = daysUntilReturn(who.visitor, life);
      if (gap !== undefined) expect(day.index + gap, { visitor: who.visitor, life });
    }
  }
}

/** Who may come on a day: the new ones, then those who said they would be back. */
function* guests(
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

function takePlace(
  { visitor, life }: Return,
  day: CalendarDay,
  site: SeedSite,
  now: number,
): { visit: PastVisit | undefined; life: Life } {
  const { agent, random } = visitor;
  const source = sourceOfVisit(visitor, life, day);
  const start = visitStart(day, agent.hoursAhead, random);
  const steps = visitSteps({ life, source, agent, start }, random).filter((step) => step.at <= now);
  const after = lifeAfter(life, steps);
  if (steps.length === 0) return { visit: undefined, life: after };
  const rows = eventRows({ site, visitor, number: life.visits, source, steps });
  return { visit: { channel: source.channel, rows, account: accountOf(visitor, after) }, life: after };
}
