import { CHANNELS, type Channel } from '@headwater/protos/vocabulary';
import { storablePart } from './text-problem';

/** The first session of a visitor, as evidence for the channel of the account that the visitor became. */
export interface Attribution {
  readonly channel: Channel;
  readonly source: string;
  readonly utmCampaign: string;
  /** Host and path, without query. */
  readonly landing: string;
  readonly referrer: string;
  /** Unix milliseconds. */
  readonly firstSeenAtMs: number;
  readonly rulesVersion: number;
  /** The site of the first event; null when it was not kept. */
  readonly siteId: number | null;
  readonly country: string;
  readonly utmSource: string;
  readonly utmMedium: string;
}

/** Longest text of evidence that is kept, in UTF-16 units. */
const MAX_EVIDENCE_LENGTH = 2_000;

/**
 * The attribution that a first session gives. Its texts came from the open web: they are cut to what can be stored.
 *
 * @throws on a channel beyond the closed list.
 */
export function attributionOf(
  touch: Omit<Attribution, 'channel' | 'siteId'> & { readonly channel: string; readonly siteId: number },
): Attribution {
  const channel = CHANNELS.find((known) => known === touch.channel);
  // It would stay for ever: better no answer than a wrong one.
  if (channel === undefined) throw new Error('The first session has a channel that is not of the list.');
  const kept = (text: string): string => storablePart(text, MAX_EVIDENCE_LENGTH);
  return {
    channel,
    source: kept(touch.source),
    utmCampaign: kept(touch.utmCampaign),
    landing: kept(touch.landing),
    referrer: kept(touch.referrer),
    firstSeenAtMs: touch.firstSeenAtMs,
    rulesVersion: touch.rulesVersion,
    siteId: touch.siteId === 0 ? null : touch.siteId,
    country: kept(touch.country),
    utmSource: kept(touch.utmSource),
    utmMedium: kept(touch.utmMedium),
  };
}
