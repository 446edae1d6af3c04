import type { BotReason } from '@headwater/protos/vocabulary';
import { acquisitionOf, type Acquisition } from './acquisition';
import { parsePageUrl } from './page-url';
import { registrableDomain } from './same-site';
import { agentOf, botReasonOf, NO_AGENT, type Agent } from './user-agent';

/** A visit as a caller describes it. */
export interface DescribedVisit {
  /** The first page. */
  readonly url: string;
  /** `''` for none. */
  readonly referrer: string;
  /** Undefined when the caller tells none, which says nothing of bots; `''` is a sender without a name. */
  readonly userAgent: string | undefined;
}

/** What the collector would make of a visit. */
export interface Explanation {
  readonly acquisition: Acquisition;
  readonly agent: Agent;
  readonly botVerdict: 'person' | 'bot' | 'unknown';
  readonly botReason: BotReason | undefined;
}

/**
 * Explains a visit by the very functions that judge real ones; undefined when its page is no http(s) URL.
 *
 * The site is taken to be the page's registrable domain, so that `www.` is no referrer of `app.`.
 */
export function explainVisit({ url, referrer, userAgent }: DescribedVisit): Explanation | undefined {
  const page = parsePageUrl(url);
  if (!page) return undefined;
  const botReason = userAgent === undefined ? undefined : botReasonOf(userAgent);
  return {
    acquisition: acquisitionOf(page, referrer, registrableDomain(page.hostname) ?? page.hostname),
    agent: agentOf({ ...NO_AGENT, userAgent: userAgent ?? '' }),
    botVerdict: userAgent === undefined ? 'unknown' : botReason === undefined ? 'person' : 'bot',
    botReason,
  };
}
