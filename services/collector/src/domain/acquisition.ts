import type { Channel } from '@headwater/protos/vocabulary';
import { readCampaign, type Campaign } from './campaign';
import { channelOf, RULES_VERSION } from './channel-rules';
import { isHostLike, sourceOfHost, sourceOfTag, type Source } from './find-source';
import type { PageUrl } from './page-url';
import { externalReferrer, type Referrer } from './referrer';

/** The campaign tags, without the ad click that only the rules look at. */
export type Tags = Omit<Campaign, 'paidClick'>;

/** How a session was acquired: everything that its first page and referrer tell. Unknown strings are `''`. */
export interface Acquisition {
  readonly channel: Channel;
  /** Derived name: `Google`, `newsletter`, `blog.example.org`. */
  readonly source: string;
  /** Id of the channel rule that decided; `''` when it was decided earlier and is only repeated. */
  readonly rule: string;
  /** Version of the rules that decided. */
  readonly rulesVersion: number;
  /** Host and path without query. */
  readonly referrer: string;
  readonly campaign: Tags;
  /** Host and path of the first page. */
  readonly landing: string;
}

const NO_QUERY = new URLSearchParams();

/**
 * Source and channel of a session.
 *
 * As in GA4 a `utm_source` replaces the referrer as the source, and so does the engine of a paid click where no tag is.
 *
 * @param landing the session's first page, undefined when unknown
 * @param domain the site's registered domain
 */
export function acquisitionOf(
  landing: PageUrl | undefined,
  rawReferrer: string,
  domain: string,
): Acquisition {
  const campaign = readCampaign(landing?.query ?? NO_QUERY);
  const referrer = externalReferrer(rawReferrer, domain);
  const known = knownSource(campaign, referrer);
  const { channel, rule } = channelOf({
    utmSource: campaign.utmSource.toLowerCase(),
    utmMedium: campaign.utmMedium.toLowerCase(),
    utmCampaign: campaign.utmCampaign.toLowerCase(),
    paidClick: campaign.paidClick !== '',
    kind: known?.kind,
    fromSite: referrer !== undefined || known?.kind === 'other' || isHostLike(campaign.utmSource),
  });
  return {
    channel,
    rule,
    rulesVersion: RULES_VERSION,
    source: known?.name ?? nameOf(campaign, referrer),
    referrer: referrer?.text ?? '',
    campaign,
    landing: landing ? `${landing.hostname}${landing.pathname}` : '',
  };
}

function knownSource(campaign: Campaign, referrer: Referrer | undefined): Source | undefined {
  if (campaign.utmSource !== '') return sourceOfTag(campaign.utmSource);
  if (campaign.paidClick !== '') return { name: campaign.paidClick, kind: 'search' };
  return referrer && sourceOfHost(referrer.host);
}

/** The name of a source that no table knows. */
function nameOf(campaign: Campaign, referrer: Referrer | undefined): string {
  if (campaign.utmSource !== '') return campaign.utmSource;
  return referrer?.host.replace(/^www\./, '') ?? '';
}
