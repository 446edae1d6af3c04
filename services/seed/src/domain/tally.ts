import { CHANNELS, PAGEVIEW, type Channel } from '@headwater/protos/vocabulary';
import type { PastVisit } from './site-history';

/** What the visits of one channel came to. */
export interface ChannelCount {
  readonly channel: Channel;
  visits: number;
  pageviews: number;
  signups: number;
  purchases: number;
}

/** Counts visits by channel as they go by. */
export class Tally {
  readonly #counts = new Map<Channel, ChannelCount>();

  add(visit: PastVisit): void {
    const count = this.#count(visit.channel);
    count.visits++;
    for (const { name } of visit.rows) {
      if (name === PAGEVIEW) count.pageviews++;
      else if (name === 'signup') count.signups++;
      else if (name === 'purchase') count.purchases++;
    }
  }

  /** The channels that had visits, in the vocabulary's order. */
  counts(): readonly ChannelCount[] {
    return CHANNELS.flatMap((channel) => this.#counts.get(channel) ?? []);
  }

  #count(channel: Channel): ChannelCount {
    const known = this.#counts.get(channel);
    if (known) return known;
    const fresh = { channel, visits: 0, pageviews: 0, signups: 0, purchases: 0 };
    this.#counts.set(channel, fresh);
    return fresh;
  }
}
