import type { Channel } from '@headwater/protos/vocabulary';

/** Landing pages of a source. */
export type Entry = 'home' | 'article' | 'docs' | 'pricing' | 'campaign' | 'changelog';

/** Days of a campaign in the history, inclusive. */
interface Run {
  readonly from: number;
  readonly to: number;
  /** Daily factor of its visits, for campaigns with a short peak. Default 1. */
  readonly fade?: number;
}

/** A traffic source. */
export interface Source {
  readonly channel: Channel;
  /** Name that the collector derives. */
  readonly name: string;
  /** Host and path; `''` without a referrer. */
  readonly referrer: string;
  readonly utm?: {
    readonly source: string;
    readonly medium: string;
    readonly campaign: string;
    readonly term?: string;
    readonly content?: string;
  };
  /** Weight among first visits. */
  readonly first: number;
  /** Weight among later visits. */
  readonly later: number;
  /** Relative change of the weight after 90 days: 0 for no change, 1 for twice the weight. */
  readonly trend?: number;
  readonly run?: Run;
  readonly entries: readonly Entry[];
  /** Probability that a first visit signs up. */
  readonly signup: number;
  /** Probability of another page after each page. */
  readonly stay: number;
  /** Factor of the share of phones. */
  readonly phones: number;
}
