import type { Handlers } from '@headwater/kit/rpc/types';
import type { BotReason } from '@headwater/protos/drop-reasons';
import { failure } from '@headwater/protos/error-codes';
import type { CollectorDefinition } from '@headwater/protos/services';
import { acquisitionOf, type Acquisition } from '../domain/acquisition';
import { parsePageUrl, registrableDomain } from '../domain/page-url';
import { agentOf, botReasonOf, NO_AGENT, type Agent } from '../domain/user-agent';

/** Returns how the collector would classify a visit. Stores nothing and calls no other service. */
export function createExplainVisit(): Handlers<CollectorDefinition>['ExplainVisit'] {
  return ({ url, referrer, userAgent }) => {
    const found = explainVisit({ url, referrer: referrer ?? '', userAgent });
    if (!found)
      throw failure('invalid_request', 'The visit has no page. Send an absolute http or https URL.', {
        fields: [{ field: 'url', message: 'must be an absolute http or https URL' }],
      });
    const { acquisition, agent, botVerdict, botReason } = found;
    return Promise.resolve({
      channel: acquisition.channel,
      source: acquisition.source,
      referrer: acquisition.referrer,
      rule: acquisition.rule,
      rulesVersion: acquisition.rules_version,
      utm: {
        source: acquisition.utm_source,
        medium: acquisition.utm_medium,
        campaign: acquisition.utm_campaign,
        term: acquisition.utm_term,
        content: acquisition.utm_content,
      },
      ...agent,
      botVerdict,
      ...(botReason === undefined ? {} : { botReason }),
    });
  };
}

/** A visit as a caller describes it. */
export interface DescribedVisit {
  /** The first page. */
  readonly url: string;
  /** `''` for none. */
  readonly referrer: string;
  /** Undefined when the caller gives none: the bot verdict is then `unknown`. `''` is a request without the header. */
  readonly userAgent: string | undefined;
}

export interface Explanation {
  readonly acquisition: Acquisition;
  readonly agent: Agent;
  readonly botVerdict: 'person' | 'bot' | 'unknown';
  readonly botReason: BotReason | undefined;
}

/**
 * Explains a visit with the functions of the pipeline; undefined when its page is not an http(s) URL.
 *
 * The page's registrable domain counts as the site, so `www.` is not a referrer of `app.`.
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
