import type { Channel } from '@headwater/protos/vocabulary';
import type { CalendarDay } from './calendar';
import { CAMPAIGNS } from './campaigns';
import { createRandom } from './random';

/** The spend of a campaign on one day, as an advertising platform reports it. */
export interface Cost {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly channel: Channel;
  readonly source: string;
  readonly campaign: string;
  /** Euros. */
  readonly amount: number;
  readonly clicks: number;
}

/** Euros per click. */
const CLICK_PRICE = 0.9;

/** The spend of all paid campaigns that run on a day. */
export function costsOf(day: CalendarDay, visitorsPerDay: number): Cost[] {
  return CAMPAIGNS.flatMap(({ channel, name, utm, first, run }) => {
    const isRunning = run !== undefined && day.index >= run.from && day.index <= run.to;
    if (!channel.startsWith('Paid') || !utm || !isRunning) return [];
    const random = createRandom(`cost/${utm.campaign}/${day.date}`);
    const clicks = Math.max(1, Math.round(random.around((visitorsPerDay * first) / 100, 0.2)));
    const amount = Number((clicks * random.around(CLICK_PRICE, 0.15)).toFixed(2));
    return [{ day: day.date, channel, source: name, campaign: utm.campaign, amount, clicks }];
  });
}
