import type { Channel } from '@headwater/protos/vocabulary';

/** Where visits of one source land first. */
export type Entry = 'home' | 'article' | 'docs' | 'pricing' | 'campaign' | 'changelog';

/** When a campaign runs, in days of the history, both included. */
export interface Run {
  readonly from: number;
  readonly to: number;
  /** What is left of it from one day to the next: a launch is talked about for a few days only. Default 1. */
  readonly fade?: number;
}

/** One way by which visitors come, as a row of the tables in sources.ts. */
export interface Source {
  readonly channel: Channel;
  /** Display name as the collector derives it. */
  readonly name: string;
  /** Host and path, `''` for none. */
  readonly referrer: string;
  readonly utm?: {
    readonly source: string;
    readonly medium: string;
    readonly campaign: string;
    readonly term?: string;
    readonly content?: string;
  };
  /** Share of first visits, against the other rows. */
  readonly first: number;
  /** Share of later visits, against the other rows. */
  readonly later: number;
  /** How much the share of first visits has changed after 90 days: 0 for not, 1 for twice as much. */
  readonly trend?: number;
  readonly run?: Run;
  readonly entries: readonly Entry[];
  /** Probability that a first visit signs up. */
  readonly signup: number;
  /** Probability of going on after each page. */
  readonly stay: number;
  /** Times as many phones as among all visitors. */
  readonly phones: number;
}
