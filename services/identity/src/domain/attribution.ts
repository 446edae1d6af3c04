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
  /** When the browser event arrived, Unix milliseconds; null for an event that was sent with a token. */
  readonly arrivedAtMs: number | null;
  /** The id of an event that was sent with a token; `''` for a browser event. */
  readonly eventId: string;
  /** When the visitor's first event arrived, Unix milliseconds. */
  readonly firstArrivalMs: number;
}

/** Max length of a stored text of evidence, in UTF-16 units. */
export const MAX_EVIDENCE_LENGTH = 2_000;

/**
 * Converts a first session into an attribution. Its texts come from the open web and are cut to the part that can be stored.
 *
 * @throws Error on a channel that is not in `CHANNELS`.
 */
export function attributionOf(
  touch: Omit<Attribution, 'channel' | 'siteId' | keyof EventOfTouch> & {
    readonly channel: string;
    readonly siteId: number;
  },
  { arrivedAtMs, eventId, firstArrivalMs }: EventOfTouch,
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
    arrivedAtMs,
    eventId,
    firstArrivalMs,
  };
}

type EventOfTouch = Pick<Attribution, 'arrivedAtMs' | 'eventId' | 'firstArrivalMs'>;

/**
 * The event of a touch, as analytics returns it.
 *
 * @param now Unix milliseconds: the arrival of an event if analytics of the previous release does not return it.
 */
export function eventOfTouch(
  touch: {
    readonly arrivedAtMs?: number | undefined;
    readonly eventId: string;
    readonly firstArrivalMs: number;
  },
  { considersArrival, now }: { readonly considersArrival: boolean; readonly now: number },
): EventOfTouch {
  if (!considersArrival) return { arrivedAtMs: now, eventId: '', firstArrivalMs: now };
  return {
    arrivedAtMs: touch.arrivedAtMs ?? null,
    eventId: touch.eventId,
    firstArrivalMs: touch.firstArrivalMs,
  };
}

/** A link pending for longer stays pending, and an attribution recorded by an older link is final. */
const OPEN_DAYS = 30;

/** Links created after this time are open: late events may still change them. Takes and returns Unix milliseconds. */
export function openSince(nowMs: number): number {
  return nowMs - OPEN_DAYS * 86_400_000;
}

/** A recorded attribution: its link, the event that decided it, and until when browser events count. */
export interface RecordedAttribution extends Pick<Attribution, 'firstSeenAtMs' | 'arrivedAtMs' | 'eventId'> {
  /** The ordinal of the link whose visitor decided. */
  readonly decidedBy: string;
  /** When the channel was first recorded, Unix milliseconds. Browser events that arrived later do not count. */
  readonly arrivalsUntilMs: number;
}

/** The state of a link and of its account's attribution. */
export interface LinkState {
  readonly ordinal: string;
  /** Whether the link is resolved: a session of its visitor was observed. */
  readonly resolved: boolean;
  /** Undefined when no attribution is recorded, or the link that decided it is not stored. */
  readonly recorded: RecordedAttribution | undefined;
}

/** An attribution to record. */
export interface NewAttribution {
  readonly attribution: Attribution;
  /** Browser events that arrived later do not count. Unix milliseconds. */
  readonly arrivalsUntilMs: number;
}

/**
 * The attribution of a link. Browser events of a pending link count until the first event of its visitor has arrived. The event
 * itself always counts: if it arrived after the link, the collector's clock is ahead.
 */
export function newAttribution(attribution: Attribution, linkedAtMs: number): NewAttribution {
  const { firstArrivalMs, arrivedAtMs } = attribution;
  return { attribution, arrivalsUntilMs: Math.max(linkedAtMs, firstArrivalMs, arrivedAtMs ?? 0) };
}

/** True when the visitor's first session resolves the link, or replaces the account's attribution. */
export function changesAttribution(
  { ordinal, resolved, recorded }: LinkState,
  sent: NewAttribution,
): boolean {
  if (!resolved) return true;
  return recorded !== undefined && replaces(ordinal, sent, recorded);
}

/**
 * True when a session replaces a recorded attribution: its event was sent with a token or arrived before the channel was
 * recorded, and it precedes the recorded one. The link with the lowest ordinal decides, then the earliest event, at equal times
 * an event that was sent with a token, then the first arrival, then the lowest id. A recorded event does not count if another
 * one is found that arrived before, while the link was pending: it was only stored first.
 */
export function replaces(
  ordinal: string,
  { attribution: event, arrivalsUntilMs }: NewAttribution,
  recorded: RecordedAttribution,
): boolean {
  const untilMs = Math.min(arrivalsUntilMs, recorded.arrivalsUntilMs);
  const arrived = event.arrivedAtMs ?? -1;
  const recordedArrived = recorded.arrivedAtMs ?? -1;
  if (arrived > untilMs) return false;
  if (recordedArrived > untilMs) return true;
  const order =
    Number(BigInt(ordinal) - BigInt(recorded.decidedBy)) ||
    event.firstSeenAtMs - recorded.firstSeenAtMs ||
    arrived - recordedArrived;
  return order < 0 || (order === 0 && event.eventId < recorded.eventId);
}
