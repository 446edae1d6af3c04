import { CHANNELS, type Channel } from '@headwater/protos/vocabulary';
import { storablePart } from './parse-text';

/** The first session of a visitor: the evidence for the channel of the account that the visitor was linked to. */
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
  /** The site of the first event; null when it was not stored. */
  readonly siteId: number | null;
  readonly country: string;
  readonly utmSource: string;
  readonly utmMedium: string;
}

/** Max length of a stored text of evidence, in UTF-16 units. */
const MAX_EVIDENCE_LENGTH = 2_000;

/**
 * Converts a first session into an attribution. Its texts come from the open web and are cut to the part that can be stored.
 *
 * @throws Error on a channel that is not in `CHANNELS`.
 */
export function attributionOf(
  touch: Omit<Attribution, 'channel' | 'siteId'> & { readonly channel: string; readonly siteId: number },
): Attribution {
  const channel = CHANNELS.find((one) => one === touch.channel);
  // An attribution is permanent: failing the call is better than recording a wrong channel.
  if (channel === undefined) throw new Error('The channel of the first session is not in the channel list.');
  const clean = (text: string): string => storablePart(text, MAX_EVIDENCE_LENGTH);
  return {
    channel,
    source: clean(touch.source),
    utmCampaign: clean(touch.utmCampaign),
    landing: clean(touch.landing),
    referrer: clean(touch.referrer),
    firstSeenAtMs: touch.firstSeenAtMs,
    rulesVersion: touch.rulesVersion,
    siteId: touch.siteId === 0 ? null : touch.siteId,
    country: clean(touch.country),
    utmSource: clean(touch.utmSource),
    utmMedium: clean(touch.utmMedium),
  };
}

/** A link pending for longer stays pending, and an attribution recorded by an older link is final. */
const OPEN_DAYS = 30;

/** Links created after this time are open: late events may still change them. Takes and returns Unix milliseconds. */
export function openSince(nowMs: number): number {
  return nowMs - OPEN_DAYS * 86_400_000;
}

/** The state of a link and of its account's attribution. */
export interface LinkState {
  readonly ordinal: string;
  /** Whether the link is resolved: a session of its visitor was observed. */
  readonly resolved: boolean;
  /** The link that decided the account's attribution; undefined when none is recorded, or its link is not stored. */
  readonly recorded: { readonly decidedBy: string; readonly firstSeenAtMs: number } | undefined;
}

/**
 * True when the visitor's first session changes the account's attribution or resolves the link: the link is pending, or the
 * session precedes the recorded one. The link with the lowest ordinal decides, then the earliest session.
 */
export function changesAttribution(
  { ordinal, resolved, recorded }: LinkState,
  firstSeenAtMs: number,
): boolean {
  if (!resolved) return true;
  if (recorded === undefined) return false;
  const [own, deciding] = [BigInt(ordinal), BigInt(recorded.decidedBy)];
  return own < deciding || (own === deciding && firstSeenAtMs < recorded.firstSeenAtMs);
}
